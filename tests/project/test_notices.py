"""What people must be able to rely on: licence, notice, language version."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_licence_is_there_in_full() -> None:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")

    assert PROJECT["license"] == "Apache-2.0"
    assert "Apache License" in licence
    assert "END OF TERMS AND CONDITIONS" in licence


def test_the_readme_says_that_apnap_is_unofficial() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert "unofficial Fan Content" in readme
    assert "Not approved/endorsed by" in readme
    assert "no card text and no art" in readme


def test_the_changelog_names_the_next_version_or_this_one() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

    assert "## [Unreleased]" in changelog or f"## [{PROJECT['version']}]" in changelog
