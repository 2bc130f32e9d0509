"""Doing things with logs."""
