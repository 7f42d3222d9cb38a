// People at many tables, each playing as soon as it is their turn:
// `node people.cjs ours|peer PORT TABLES MOVES [ROOMS.json]` prints what they measured, as JSON.

const { readFileSync } = require("node:fs");
const { WebSocket } = require("ws");
const { io } = require("socket.io-client");

const [side, port, tables, moves, file] = process.argv.slice(2);
const TABLES = Number(tables);
const MOVES = Number(moves);
const suit = (card) => Math.floor(card / 13);

const waits = []; // milliseconds from sending a move to hearing of it
let bytes = 0;
let going = false;
let ready = 0;
let finished = 0;
let began = 0;
const starts = [];

function arrived() {
  if (++ready < 4 * TABLES) return;
  setTimeout(() => {
    going = true;
    began = performance.now();
    process.stderr.write("go\n");
    for (const start of starts) start();
  }, 500);
}

function over() {
  if (++finished < TABLES) return;
  const seconds = (performance.now() - began) / 1000;
  waits.sort((a, b) => a - b);
  const at = (part) => waits[Math.min(waits.length - 1, Math.floor(part * waits.length))];
  console.log(JSON.stringify({ moves: waits.length, seconds, bytes, p50: at(0.5), p99: at(0.99) }));
  process.exit(0);
}

class Person {
  constructor(table) {
    this.table = table;
    this.sentAt = 0;
    this.came = false;
    starts.push(() => this.act());
  }

  // What was heard: whether it is the answer to what was sent, and the move to make now, if any.
  hear(size, answered, next) {
    if (going) bytes += size;
    if (answered && this.sentAt) {
      waits.push(performance.now() - this.sentAt);
      this.sentAt = 0;
      if (++this.table.moves === MOVES) over();
    }
    this.next = next;
    if (!this.came) {
      this.came = true;
      arrived();
    } else if (going) {
      this.act();
    }
  }

  act() {
    if (this.next === undefined || this.sentAt || this.table.moves >= MOVES) return;
    this.sentAt = performance.now();
    this.send(this.next);
    this.next = undefined;
  }
}

class Ours extends Person {
  constructor(table, room, token) {
    super(table);
    this.at = 0;
    this.sent = 0;
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${room}`, { perMessageDeflate: false });
    this.socket.on("open", () => this.socket.send(JSON.stringify({ type: "hello", token })));
    this.socket.on("message", (text) => this.take(text));
    this.socket.on("close", () => fail("a connection was closed"));
    this.socket.on("error", fail);
  }

  take(text) {
    const message = JSON.parse(text);
    if (message.type === "refused") fail(message.text);
    if (message.type === "done") {
      if (going) bytes += text.length;
      return;
    }
    const mine = message.type === "news" && message.rows.some((row) => row.events?.[0]?.seat === this.you);
    if (message.type === "whole") this.you = message.you;
    this.at = message.at;
    this.hear(text.length, mine, message.may?.[0]);
  }

  send(move) {
    this.socket.send(JSON.stringify({ type: "move", id: String(++this.sent), seen: this.at, move }));
  }
}

class Peer extends Person {
  constructor(table, match, seat) {
    super(table);
    this.match = match;
    this.seat = String(seat);
    this.socket = io(`http://127.0.0.1:${port}/tricks`, { transports: ["websocket"], forceNew: true, timeout: 120_000 });
    this.socket.on("connect", () => {
      this.socket.io.engine.on("packet", (packet) => {
        if (going && packet.type === "message") bytes += packet.data.length;
      });
      this.socket.emit("sync", match, this.seat, undefined, 4);
    });
    this.socket.on("sync", (_, { state }) => this.take(state, false));
    this.socket.on("update", (_, state) => this.take(state, state._stateID > this.at));
    this.socket.on("connect_error", fail);
  }

  take(state, fresh) {
    this.at = state._stateID;
    let next;
    if (state.ctx.currentPlayer === this.seat) {
      const { hand } = state.G.players[this.seat];
      const { trick } = state.G;
      const follows = trick.length ? hand.filter((card) => suit(card) === suit(trick[0].card)) : [];
      next = (follows.length ? follows : hand)[0];
    }
    this.hear(0, fresh, next);
  }

  send(card) {
    const payload = { type: "play", args: [card], playerID: this.seat };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, this.at, this.match, this.seat);
  }
}

function fail(reason) {
  console.error(String(reason));
  process.exit(1);
}

async function come() {
  const rooms = side === "ours" ? JSON.parse(readFileSync(file, "utf-8")) : [];
  for (let number = 0; number < TABLES; number++) {
    const table = { moves: 0 };
    const people = [0, 1, 2, 3].map((seat) =>
      side === "ours"
        ? new Ours(table, rooms[number].room, rooms[number].tokens[seat])
        : new Peer(table, `match${number}`, seat),
    );
    // one table after the other comes in, as at any server
    while (!people.every((person) => person.came)) await new Promise((wake) => setTimeout(wake, 2));
  }
}

come();
