// Make the TypeScript types of records and snapshots from their two schemas, which the library
// makes from its classes. `node types.mjs --check` fails if the file is not as they say.

import fs from "node:fs";
import { compile } from "json-schema-to-typescript";

const PACKAGE = new URL("../src/collusion_rules/", import.meta.url);
const TYPES = new URL("collusion-rules.d.ts", PACKAGE);

const read = (name) => JSON.parse(fs.readFileSync(new URL(name, PACKAGE), "utf-8"));

/** One schema out of both, without what no type can say: ranges, and what is laid over events. */
function together(record, snapshot) {
  const defs = { ...snapshot.$defs, ...record.$defs };
  delete defs.happened;
  defs.log = { type: "array", description: defs.log.description, items: { $ref: "#/$defs/event" } };
  for (const kind of ["game-record", "view-record"]) {
    defs[kind].properties.log = { $ref: "#/$defs/log" };
  }
  const anyOf = ["game-record", "view-record", "event-record", "snapshot"];
  const schema = {
    title: "any-record",
    description: "Whatever the library writes for others.",
    anyOf: anyOf.map((name) => ({ $ref: `#/$defs/${name}` })),
    definitions: defs,
  };
  return JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", "#/definitions/"));
}

const record = read("record.schema.json");
const types = await compile(together(record, read("snapshot.schema.json")), "any-record", {
  bannerComment: "// Made by clients/types.mjs from record.schema.json and snapshot.schema.json.",
  ignoreMinAndMaxItems: true,
  format: true,
});

/** What a client may send, which no record has a field for. */
const moves = record.$defs.move.anyOf.map(({ $ref }) => $ref.replace("#/$defs/", ""));
const named = moves.map((move) => move.replace(/^./, (letter) => letter.toUpperCase()));
const made = `${types}/**
 * ${record.$defs.move.description}
 */
export type Move = ${named.join(" | ")};
`;

if (process.argv.includes("--check")) {
  if (made !== fs.readFileSync(TYPES, "utf-8")) {
    console.error("collusion-rules.d.ts is not what the schemas say: run `npm run types`");
    process.exit(1);
  }
} else {
  fs.writeFileSync(TYPES, made);
}
