// The form with which a game begins: which game, against whom, where, with which cards.

import { h } from "./table/dom.js";
import { Texts, games } from "./table/texts.js";
import { keepChoices, keptChoices } from "./keeping.js";
import { language, texts as t } from "./texts.js";

/** @typedef {{game: string, seed: string, seat: string, players: string, moves?: string}} Link */

const words = new Texts(language);
const STRENGTHS = /** @type {const} */ (["easy", "medium", "strong"]);
const STYLES = /** @type {const} */ (["mixed", "honest", "wily", "silent"]);
const PACES = /** @type {const} */ (["calm", "quick", "instant"]);

/**
 * What is said of a game beside its aim.
 * @param {string} name
 */
function length(name) {
  const { players = 4, target = null, deals = 0 } = games[name] ?? {};
  return t.players(players, target === null ? t.deals(deals ?? 0) : t.to(target));
}

/** How long the computer players wait with a card, and how long a finished trick lies, in milliseconds. */
export function pace() {
  const waits = { calm: [900, 1_800], quick: [350, 900], instant: [0, 0] }[keptChoices()["pace"] ?? "calm"];
  return { card: waits?.[0] ?? 900, trick: waits?.[1] ?? 1_800 };
}

/** A seed that nobody has chosen. */
export const freshSeed = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => (byte % 36).toString(36)).join("");

/** Who plays, by name, if nothing else is chosen. */
export const usualPlayers = () => playersOf(keptChoices(), 4);

/**
 * The computer players, one entry a seat.
 * @param {Record<string, string>} choices
 * @param {number} players
 */
function playersOf(choices, players) {
  const strength = choices["strength"] ?? "medium", style = choices["style"] ?? "mixed";
  if (style !== "mixed") return `${strength}-${style}`;
  const first = Math.floor(Math.random() * players), both = ["honest", "wily"];
  return Array.from({ length: players }, (_, seat) => `${strength}-${both[(seat + first) % 2]}`).join(",");
}

/**
 * @param {string} name
 * @param {string} label
 * @param {readonly (readonly [string, string])[]} options
 * @param {string} chosen
 */
const choice = (name, label, options, chosen) => h("label", {}, h("span", {}, label),
  h("select", { name }, ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));

/**
 * The form.
 * @param {(link: Link) => void} begin
 * @param {(() => void) | null} goOn what leads back to a game that is on, if there is one
 */
export function startForm(begin, goOn) {
  const had = keptChoices();
  const chosen = had["game"] ?? "parlett";
  const seats = () => games[String(new FormData(form).get("game"))]?.players ?? 4;
  const seat = /** @type {HTMLSelectElement} */ (h("select", { name: "seat" }));
  const offer = () => {
    const before = Number(seat.value || had["seat"] || 0), count = seats();
    seat.replaceChildren(...Array.from({ length: count }, (_, at) => h("option", { value: at, selected: at === Math.min(before, count - 1) }, String(at + 1))));
  };
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "pg-start", onsubmit: (event) => {
    event.preventDefault();
    /** @type {Record<string, string>} */
    const choices = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const { seed = "", game = "parlett", seat: place = "0" } = choices;
    keepChoices({ ...choices, seed: "" });
    begin({ game, seat: place, seed: seed.trim() || freshSeed(), players: playersOf(choices, seats()) });
  } },
  h("h1", { tabindex: -1 }, t.title),
  h("p", {}, t.lede),
  h("fieldset", { onchange: offer }, h("legend", {}, t.which), ...words.games.map((name) => h("label", { class: "pg-game" },
    h("input", { type: "radio", name: "game", value: name, checked: name === chosen }),
    h("span", {}, h("b", {}, words.game(name)), words.aim(name), h("small", {}, length(name)))))),
  h("div", { class: "pg-row" },
    choice("strength", t.strength, STRENGTHS.map((name) => /** @type {const} */ ([name, t.strengths[name]])), had["strength"] ?? "medium"),
    choice("style", t.style, STYLES.map((name) => /** @type {const} */ ([name, t.styles[name]])), had["style"] ?? "mixed"),
    choice("pace", t.pace, PACES.map((name) => /** @type {const} */ ([name, t.paces[name]])), had["pace"] ?? "calm")),
  h("details", {}, h("summary", {}, t.details), h("div", { class: "pg-row" }, h("label", {}, h("span", {}, t.seat), seat),
    h("label", {}, h("span", {}, t.seed), h("input", { name: "seed", maxlength: 100, autocomplete: "off" })))),
  h("div", { class: "pg-row" }, h("button", { class: "cr-button cr-button--primary", name: "start" }, t.start),
    goOn && h("button", { type: "button", class: "cr-button", onclick: goOn }, t.goOn)),
  h("p", { class: "pg-note" }, t.note(t.some))));
  offer();
  return form;
}
