// The playground: a table that a person plays at. Nothing of Python is fetched before a game begins.

import { h, put } from "./table/dom.js";
import { Table } from "./table/table.js";
import { Texts } from "./table/texts.js";
import { Stopped, isReady, onProgress, request, stop } from "./engine.js";
import { dropGame, keepFiles, keepGame, keepPage, keptGame } from "./keeping.js";
import { freshSeed, pace, startForm, usualPlayers } from "./start.js";
import { language, texts as t } from "./texts.js";

/** @typedef {import("./start.js").Link} Link */

const found = document.getElementById("playground");
if (!found) throw new Error("there is no place for the table");
const root = found;
const words = new Texts(language);
const rules = new URL(language === "ja" ? "../ja/rules/" : "../rules/", import.meta.url);

/** What the sitting has shown last. @type {any} */ let shown = null;
/** @type {string[]} */ let lines = [];
/** @type {Table | null} */ let table = null;
/** What is told beside the hand instead of whose turn it is. */ let told = "";
let resting = false;
let unsaved = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let next;
/** The requests, one after the other. @type {Promise<unknown>} */ let turn = Promise.resolve();
/** What is to be done once Python runs again. @type {() => void} */ let again = () => {};

const button = (/** @type {string} */ text, /** @type {() => void} */ act, main = false) =>
  h("button", { type: "button", class: `cr-button${main ? " cr-button--primary" : ""}`, onclick: act }, text);
const isOn = () => shown !== null && shown.snapshot.phase !== "over" && shown.step === null;

// Asking the sitting.

/**
 * Ask for something, once all before it is answered, and show what came of it.
 * @param {string} ask
 * @param {...unknown} parameters
 * @returns {Promise<any>} what is shown, or what else was asked for; nothing if it failed
 */
function tell(ask, ...parameters) {
  const asked = turn.then(async () => {
    const answer = await request(ask, STARTS.has(ask) ? 0 : lines.length, language, ...parameters);
    if (answer?.snapshot) shows(answer);
    return answer;
  }).catch((error) => { failed(error, ask); });
  turn = asked;
  return asked;
}
/** What shows another table, of which the page has no lines. */
const STARTS = new Set(["sit", "resume", "show", "read", "reread", "play_on"]);

/** @param {any} answer */
function shows(answer) {
  const before = shown;
  shown = answer;
  lines = [...lines.slice(0, answer.known), ...answer.lines];
  if (answer.broken !== null) told = t.badLink(answer.broken);
  draw();
  clearTimeout(next);
  if (answer.step !== null) return;
  if (!answer.settled) {
    const { card, trick } = pace();
    const over = before && before.snapshot.trick.length > 0 && answer.snapshot.trick.length === 0;
    next = setTimeout(() => { void tell(resting ? "rest" : "others"); }, resting ? 0 : over ? trick : card);
    return;
  }
  resting = false;
  void tell("kept").then((kept) => {
    if (kept) unsaved = !keepGame(kept);
    draw();
  });
  updatePanels();
}

/**
 * Begin another game, once Python is there.
 * @param {"sit" | "resume"} how
 * @param {string} what
 */
async function begin(how, what) {
  again = () => { void begin(how, what); };
  clearTimeout(next);
  [shown, lines, told, resting] = [null, [], "", false];
  if (!isReady()) {
    loading();
    await keepFiles();
  }
  if (!(await tell(how, what))) return;
  keepPage();
  const head = root.querySelector("h1");
  head?.setAttribute("tabindex", "-1");
  head?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

// What can go wrong.

/**
 * @param {unknown} error
 * @param {string} ask what failed
 */
function failed(error, ask) {
  clearTimeout(next);
  if (error instanceof Stopped) {
    const why = { silence: t.silence(error.message), slow: t.slow, failed: error.message }[error.code];
    return trouble(t.stopped(why));
  }
  if (ask === "sit") return lobby(t.noGame);
  if (ask === "resume") {
    dropGame();
    return lobby();
  }
  stop(new Error("stopped"));
  return trouble(t.stopped(`${t.broke} (${error instanceof Error ? error.message : String(error)})`));
}

/** @param {string} why */
function trouble(why) {
  table = null;
  const kept = keptGame();
  const retry = button(t.retry, () => {
    if (shown !== null && kept) void begin("resume", kept);
    else again();
  }, true);
  root.replaceChildren(h("div", { class: "pg-panel" }, h("h1", {}, t.failed), h("p", { role: "alert" }, why), retry, ruleLink(t.orRules, "index.html")));
  retry.focus();
}

// Before the game.

/** @param {string} [wrong] */
function lobby(wrong = "") {
  clearTimeout(next);
  table = null;
  const kept = keptGame();
  const goOn = isOn() ? () => { void tell("show"); } : kept ? () => { void begin("resume", kept); } : null;
  const form = startForm((link) => {
    if (wrong) history.replaceState(null, "", location.pathname);
    void begin("sit", JSON.stringify(link));
  }, goOn);
  root.replaceChildren(h("p", { class: "pg-wrong", role: "alert" }, wrong), form);
}

function loading() {
  table = null;
  const bar = h("progress", { max: 1, "aria-label": t.loading }), line = h("p", { role: "status" });
  root.replaceChildren(h("div", { class: "pg-panel" },
    h("div", { class: "cr-shuffle", "aria-hidden": "true" }, ...[0, 1, 2, 3].map((i) => h("i", { "--i": i }))),
    h("h1", { tabindex: -1 }, t.loading), bar, line, ruleLink(t.meanwhile, "summary-parlett.html")));
  /** @type {HTMLElement | null} */ (root.querySelector("h1"))?.focus({ preventScroll: true });
  scrollTo(0, 0);
  onProgress(({ stage, got, all }) => {
    const mega = (/** @type {number} */ n) => (n / 1e6).toFixed(1);
    if (all) /** @type {HTMLProgressElement} */ (bar).value = got / all;
    put(line, stage === "fetching" && all ? t.fetched(mega(got), mega(all)) : stage === "fetching" ? "" : t.starting);
  });
}

const ruleLink = (/** @type {string} */ text, /** @type {string} */ path) =>
  h("p", {}, h("a", { href: new URL(path, rules).href, target: "_blank", rel: "noopener" }, text));
const rulePage = () => `${shown.snapshot.ruleset.replace(/-\d+$/, "")}.html`;
const addressOf = (/** @type {string} */ rule) => {
  const page = /** @type {Record<string, string>} */ ({ A: "index.html", B: "parlett.html", D: rulePage() })[rule[0] ?? ""] ?? "secret-partners.html";
  return new URL(`${page}#${rule.toLowerCase()}`, rules).href;
};

// At the table.

function draw() {
  if (shown === null) return;
  if (table === null) {
    const place = h("div");
    root.replaceChildren(place);
    table = new Table(place, {
      move: (move) => {
        told = "";
        resting = false;
        const late = move["type"] === "play" || move["type"] === "declaration";
        void tell("move", JSON.stringify({ format: "collusion-rules", version: 1, kind: "event", event: move }), late ? shown.snapshot.table_version : undefined);
      },
      act,
      refused: () => { told = ""; },
    });
  }
  const reading = shown.step !== null, at = shown.snapshot;
  root.dataset["at"] = `${at.table_version}${shown.settled ? " settled" : ""}`;
  table.draw({
    snapshot: at, names: shown.names, language, points: shown.points, lines, bubbles: shown.bubbles,
    refusal: shown.refusal,
    status: reading ? t.step(shown.step[0], shown.step[1], lines.at(-1) ?? "") : told,
    cover: reading ? null : cover(), rulesLink: new URL(`${rulePage()}#{id}`, rules).href,
    tools: reading ? readingTools() : [
      ["undo", t.undo, shown.take_back],
      ["hint", t.hint, at.turn === at.viewer && at.turn !== null],
    ],
    more: reading ? [] : [
      ["rest", resting ? t.stop : t.rest, at.turn !== null],
      ["share", t.share, true], ["save", t.save, true], ["record", t.record, true], ["load", t.load, true], ["new", t.newGame, true],
    ],
  });
  table.offline(!navigator.onLine ? t.offline : unsaved ? t.unsaved : "");
}

function readingTools() {
  const [at, of] = shown.step;
  return /** @type {[string, string, boolean][]} */ ([
    ["first", t.first, at > 1], ["back", t.back, at > 1], ["forward", t.forward, at < of], ["last", t.last, at < of],
    ["playOn", t.playOn, shown.playable], ["backToGame", t.backToGame, true]]);
}

/** What lies over the felt once a deal is scored. */
function cover() {
  const at = shown.snapshot, points = shown.points.at(-1);
  if (!points || (at.phase !== "awaiting-deal" && at.phase !== "over")) return null;
  const over = at.phase === "over", best = Math.max(...points);
  const name = (/** @type {number} */ seat) => (seat === at.viewer ? words.say("you") : shown.names[seat]);
  const signed = (/** @type {number} */ n) => (n < 0 ? `−${-n}` : `+${n}`);
  const title = !over ? t.scored(shown.points.length) : at.winners.length === 1 && at.winners[0] === at.viewer ? t.youWon : t.won(words.listed(at.winners.map(name)));
  return h("div", { "data-cover": "scored", class: "cr-scored" },
    h("h2", {}, title),
    h("ul", { class: "cr-results" }, ...at.tricks_won.map((/** @type {number} */ n, /** @type {number} */ seat) => h("li", { "data-best": points[seat] === best },
      h("b", {}, name(seat)), h("span", { class: "cr-count" }, String(n)), h("span", {}, signed(points[seat]))))),
    ...agreements(name).map((/** @type {string} */ line) => h("p", {}, line)),
    h("ul", { class: "cr-score" }, ...shown.reasons.map((/** @type {{text: string, rule: string}} */ { text, rule }) => h("li", {}, ...ruled(text, rule)))),
    over ? button(t.newGame, () => act("new"), true) : button(t.next, () => { told = ""; void tell("deal"); }, true));
}

/**
 * A reason with a link to its rule.
 * @param {string} text
 * @param {string} rule
 */
function ruled(text, rule) {
  const at = rule ? text.lastIndexOf(rule) : -1;
  return at < 0 ? [text] : [text.slice(0, at), h("a", { href: addressOf(rule), target: "_blank", rel: "noopener" }, rule), text.slice(at + rule.length)];
}

/** @param {(seat: number) => string} name */
function agreements(name) {
  const won = shown.snapshot.tricks_won;
  return shown.snapshot.pacts.filter((/** @type {any} */ pact) => pact.agreed).map((/** @type {any} */ pact) => {
    const { offered_by: a, offered_to: b, tricks } = pact;
    const astray = [a, b].filter((seat) => won[seat] !== tricks).map(name);
    return astray.length ? t.brokenBy(name(a), name(b), tricks, words.listed(astray)) : t.kept(name(a), name(b), tricks);
  });
}

// What the buttons do.

/** @param {string} name */
function act(name) {
  /** @type {Record<string, () => unknown>} */
  const acts = { undo, hint, rest, share, save, record, load, new: newGame, first: () => go(1), back: () => go(shown.step[0] - 1),
    forward: () => go(shown.step[0] + 1), last: () => go(shown.step[1]), playOn, backToGame: () => tell("show") };
  acts[name]?.();
}

const go = (/** @type {number} */ at) => { void tell("go", at); };

async function undo() {
  resting = false;
  told = t.undone;
  await tell("take_back");
}

async function hint() {
  say(t.thinking);
  const answer = await tell("hint", language);
  if (!answer) return;
  const { move, why } = JSON.parse(answer);
  say(t.hinted(move, why));
}

function rest() {
  resting = !resting;
  told = resting ? t.rested : "";
  void tell(resting ? "rest" : "others");
}

/** @param {string} text */
function say(text) {
  told = text;
  if (shown !== null) shown.refusal = "";
  draw();
}

async function share() {
  const answer = await tell("link");
  if (answer === undefined) return;
  if (answer === "") return say(t.noLink);
  const link = `${location.origin}${location.pathname}#${new URLSearchParams(JSON.parse(answer))}`;
  if (await copied(link)) return say(t.shared);
  const field = h("input", { readonly: true, value: link, "aria-label": t.linkTitle, class: "cr-words" });
  ask(t.linkTitle, "", [field], []);
  /** @type {HTMLInputElement} */ (field).select();
  return undefined;
}

async function record() {
  const text = await tell("record");
  if (text === undefined) return;
  if (await copied(text)) say(t.copied);
  else ask(t.paste, "", [h("textarea", { readonly: true, rows: 6, "aria-label": t.paste }, text)], []);
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

async function save() {
  const text = await tell("saved");
  if (text === undefined) return;
  h("a", { download: "collusion.json", href: URL.createObjectURL(new Blob([text], { type: "application/json" })) }).click();
  say(t.saved);
}

function newGame() {
  const leave = () => { [resting, told] = [false, ""]; lobby(); };
  if (isOn()) ask(t.sure, t.sureText, [], [[t.leave, leave, true]], t.stay);
  else leave();
}

function load() {
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".json,application/json" }));
  const paste = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 4 }));
  const wrong = h("p", { class: "pg-wrong", role: "alert" });
  const read = async () => {
    const text = paste.value.trim() || (await file.files?.[0]?.text()) || "";
    const answer = await tell("read", text, shown.snapshot.viewer ?? 0);
    if (answer?.unread === undefined) dialog.close();
    else {
      put(wrong, t.badRecord(answer.unread));
      if (!shown.settled) void tell("others");
    }
  };
  const dialog = ask(t.loadTitle, t.loadText, [h("label", {}, t.file, file), h("label", {}, t.paste, paste), wrong],
    [[t.read, read, false], [t.replay, () => { dialog.close(); void tell("reread").then(() => go(1)); }, true]]);
}

function playOn() {
  told = "";
  void tell("play_on", freshSeed(), usualPlayers().split(",")[0]);
}

/**
 * Ask something over the page, and give the dialog.
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement[]} fields
 * @param {[string, () => void, boolean][]} acts what can be done: a text, what it does, whether the dialog closes
 * @param {string} [no] the button that does nothing
 */
function ask(title, text, fields, acts, no = t.close) {
  const buttons = acts.map(([name, does, closes], i) => button(name, () => { if (closes) dialog.close(); does(); }, i === 0));
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: "pg-dialog", "aria-labelledby": "pg-asked", onclose: () => dialog.remove() },
    h("h2", { id: "pg-asked" }, title), text && h("p", {}, text), ...fields,
    h("div", { class: "pg-row" }, ...buttons, button(no, () => dialog.close()))));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// The panel below the table.

const session = document.getElementById("pg-session");
session?.addEventListener("toggle", updatePanels);
async function updatePanels() {
  if (!(session instanceof HTMLDetailsElement) || !session.open || shown === null || shown.step !== null) return;
  const text = session.querySelector("pre"), answer = await tell("session");
  if (text && answer) text.textContent = answer;
}

// Coming and going.

/** The game that the address names, if it names one. @returns {Link | null} */
function linked() {
  const { game, seed, seat = "0", players = usualPlayers(), moves = "" } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  return game && seed ? { game, seed, seat, players, moves } : null;
}

function arrive() {
  const link = linked(), kept = keptGame();
  let opened = false;
  const open = () => {
    opened = true;
    history.replaceState(null, "", location.pathname);
    void begin("sit", JSON.stringify(link));
  };
  if (link && kept === null && shown === null) return open();
  if (!link) return home(kept);
  const dialog = ask(t.linked, t.linkedText, [], [[t.open, open, true]], t.stay);
  dialog.addEventListener("close", () => {
    if (opened) return;
    history.replaceState(null, "", location.pathname);
    if (shown === null) home(kept);
  });
  return undefined;
}

/** @param {string | null} kept */
function home(kept) {
  if (kept !== null) void begin("resume", kept);
  else lobby();
}

addEventListener("hashchange", () => { if (linked()) arrive(); });
addEventListener("online", draw);
addEventListener("offline", draw);
// What is kept needs no question; what can't be kept does.
addEventListener("beforeunload", (event) => { if (unsaved && isOn()) event.preventDefault(); });
arrive();
