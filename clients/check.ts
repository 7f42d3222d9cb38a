// What the library gives to other languages, tried: strict validators take the schemas, what it
// writes is valid, and a fold of events comes to what its snapshots show.

import { deepStrictEqual, ok } from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

import type { Event, Reason, Snapshot, Statement, ViewRecord } from "../src/collusion_rules/collusion-rules.js";
import { advance, begin } from "./fold.js";

interface Followed {
  record: ViewRecord;
  snapshots: (Snapshot | null)[]; // after each event
}

const PACKAGE = new URL("../../src/collusion_rules/", import.meta.url);
const schema = (name: string) =>
  JSON.parse(fs.readFileSync(new URL(`${name}.schema.json`, PACKAGE), "utf-8"));

const ajv = new Ajv2020({ strict: true, strictRequired: true });
const isRecord = ajv.compile<ViewRecord>(schema("record"));
const isSnapshot = ajv.compile<Snapshot>(schema("snapshot"));

const python = process.env["PYTHON"] ?? "python3";
const script = new URL("../followed.py", import.meta.url).pathname;
const options = { encoding: "utf-8", maxBuffer: 2 ** 28 } as const;
const games: Followed[] = JSON.parse(execFileSync(python, [script], options));

const golden = new URL("../../tests/golden/", import.meta.url);
const records = fs.readdirSync(golden).filter((file) => /^1-.*\.json$/.test(file) && file !== "1-fields.json");
for (const file of records) {
  const record: unknown = JSON.parse(fs.readFileSync(new URL(file, golden), "utf-8"));
  ok(isRecord(record), `${file}: ${JSON.stringify(isRecord.errors?.slice(0, 3))}`);
}
ok(records.length >= 8);

/** Every kind of event, statement and reason is told apart by its type. */
const seen = new Set<Event["type"] | Statement["type"] | Reason>();

for (const { record, snapshots } of games) {
  ok(isRecord(record), JSON.stringify(isRecord.errors?.slice(0, 3)));
  const [start, ...later] = record.log;
  ok(start !== undefined);
  let table = begin(start, record.viewer);
  for (const [at, event] of [start, ...later].entries()) {
    if (at > 0) table = advance(table, event);
    seen.add(event.type);
    if (event.type === "talk") seen.add(event.statement.type);
    const shown = snapshots[at];
    if (!shown) continue; // during what follows a move by itself
    ok(isSnapshot(shown), JSON.stringify(isSnapshot.errors?.slice(0, 3)));
    deepStrictEqual(
      {
        phase: table.phase, dealer: table.dealer, turn: table.turn, trump: table.trump,
        totals: table.totals, winners: table.winners,
        hand: table.hand, counts: table.counts, tricks_won: table.tricksWon,
        trick: table.trick.map(({ seat, card }) => ({ seat, card })),
      },
      {
        phase: shown.phase, dealer: shown.dealer, turn: shown.turn, trump: shown.trump,
        totals: shown.totals, winners: shown.winners,
        hand: shown.hand, counts: shown.counts, tricks_won: shown.tricks_won, trick: shown.trick,
      },
    );
  }
}
ok(seen.size >= 20, [...seen].join(" "));
console.log(`${games.length} views of whole games: valid, and folded to what is shown.`);
