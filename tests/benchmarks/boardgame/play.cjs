// Moves of boardgame.io's own game reducer, its logic alone: no client, no server, no rendering.
// Each line read from the input is one order: how many moves to make, at least. Answers with how many
// it made, and the seconds of CPU that took.

const readline = require("node:readline");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");

const INVALID = "INVALID_MOVE";

const game = {
  name: "cells",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const lines = [
      [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
    ];
    for (const [a, b, c] of lines) {
      if (G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c]) {
        return { winner: ctx.currentPlayer };
      }
    }
    return G.cells.includes(null) ? undefined : { draw: true };
  },
};

// The whole board is filled and nobody has three in a row: nine legal moves a game.
const ORDER = [0, 1, 2, 4, 3, 5, 7, 6, 8];

const reducer = CreateGameReducer({ game, isClient: false });

function play(moves) {
  let made = 0;
  while (made < moves) {
    let state = InitializeGame({ game, numPlayers: 2 });
    for (let turn = 0; turn < ORDER.length; turn += 1) {
      const before = state._stateID;
      const payload = { type: "click", args: [ORDER[turn]], playerID: String(turn % 2) };
      state = reducer(state, { type: "MAKE_MOVE", payload });
      if (state._stateID === before) throw new Error(`move ${turn} was refused`);
      made += 1;
    }
    if (!state.ctx.gameover || !state.ctx.gameover.draw) throw new Error("the game is not over");
  }
  return made;
}

readline.createInterface({ input: process.stdin }).on("line", (order) => {
  const before = process.cpuUsage();
  const made = play(Number(order));
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${made} ${(user + system) / 1e6}\n`);
});
