// The playground: a table that a person plays at. Nothing of Python is fetched before Start.

import { cardOnTable, choice, element, face, labelled, mark } from "./elements.js";
import { request } from "./table.js";
import { talkForm } from "./talk.js";
import { cardInWords, language, pips, texts } from "./texts.js";

const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 500;
const PLAYERS = { "triple-collusion": 6 };

let shown = null;
let others = 0;
let told = Promise.resolve();

// The parts of the page that stay; `render` fills them in.

const ruleset = choice({ name: "ruleset", onchange: offerSeats }, texts.games);
const seed = element("input", { name: "seed", value: "table 12", maxlength: 100, required: true, autocomplete: "off" });
const seat = element("select", { name: "seat" });
const startButton = element("button", { class: "md-button md-button--primary" }, texts.start);
const setup = element(
  "form",
  { class: "pg-form pg-setup", onsubmit: start },
  labelled(texts.game, ruleset),
  labelled(texts.seed, seed),
  labelled(texts.yourSeat, seat),
  startButton,
);
const status = element("p", { class: "pg-status", role: "status" });
const refusal = element("p", { class: "pg-refusal", role: "alert" });

const heading = element("h2", { tabindex: -1 });
const seats = element("ol", { class: "pg-seats", "aria-label": texts.seats });
const declarations = element("div", { class: "pg-actions", role: "group", "aria-label": texts.declare });
const handHeading = element("h2", {}, texts.hand);
const hand = element("div", { class: "pg-hand", role: "group", "aria-label": texts.hand });
const rest = button(texts.rest, () => tell("rest"));
const takeBack = button(texts.takeBack, () => tell("take_back"));
const nextDeal = button(texts.nextDeal, () => tell("deal"), "md-button--primary");
const talk = talkForm((statement) => tell("move", record({ type: "talk", seat: shown.seat, statement })));

const scoresHeading = element("h2", { tabindex: -1 });
const reasons = element("ul", { class: "pg-reasons" });
const standings = element("tbody");
const scores = element(
  "section",
  { hidden: true },
  scoresHeading,
  reasons,
  element("table", {}, element("thead", {}, row("th", texts.place, texts.player, texts.total)), standings),
);

const languages = choice({ onchange: translate }, { en: "English", ja: "日本語" });
const log = element("ol");
const scrolledLog = element("div", { class: "pg-log", role: "log", "aria-label": texts.log, tabindex: 0 }, log);
const sessionPanel = details(texts.session, "session");
const recordPanel = details(texts.record, "record");
const copied = element("span", { role: "status" });
recordPanel.panel.append(element("p", { class: "pg-actions" }, button(texts.copy, copy), copied));

const game = element(
  "div",
  { class: "pg-game", hidden: true },
  element(
    "div",
    { class: "pg-play" },
    heading,
    seats,
    handHeading,
    declarations,
    hand,
    element("div", { class: "pg-actions" }, nextDeal, rest, takeBack),
    talk.form,
    scores,
  ),
  element("div", { class: "pg-told" }, element("h2", {}, texts.log), scrolledLog, labelled(texts.language, languages)),
  element("div", { class: "pg-wide" }, sessionPanel.panel, recordPanel.panel),
);

languages.value = language;
offerSeats();
document.getElementById("playground").replaceChildren(setup, status, refusal, game);

// What the person does.

async function start(event) {
  event.preventDefault();
  if (shown === null) status.textContent = texts.loading;
  await tell("sit", ruleset.value, seed.value, Number(seat.value));
  if (shown !== null) heading.focus();
}

// Play or declare, on the table as it is shown: a second click on a card comes too late.
function move(event) {
  tell("move", record(event), shown.version);
}

function record(event) {
  return JSON.stringify({ format: "collusion-rules", version: 1, kind: "event", event });
}

// Ask for something once all before it is answered.
function tell(ask, ...parameters) {
  clearTimeout(others);
  told = told.then(() => tellNow(ask, parameters));
  return told;
}

// Ask for something, show what came of it, and let the others play on.
async function tellNow(ask, parameters) {
  const known = ask === "sit" ? 0 : log.childElementCount;
  try {
    const now = await request(ask, known, ...parameters);
    if (ask === "sit") log.replaceChildren();
    render(now);
  } catch (error) {
    status.textContent = "";
    refusal.textContent = texts.failed(error.message);
    return;
  }
  clearTimeout(others);
  if (shown.to_act !== null && shown.to_act !== shown.seat) others = setTimeout(() => tell("others"), PACE);
}

async function copy() {
  await navigator.clipboard.writeText(await request("record", 0));
  copied.textContent = texts.copied;
}

function offerSeats() {
  const players = PLAYERS[ruleset.value] ?? 4;
  const chosen = Math.min(Number(seat.value), players - 1);
  seat.replaceChildren(...Array.from({ length: players }, (_, at) => element("option", { value: at }, texts.seat(at))));
  seat.value = chosen;
}

// What the page shows.

function render(now) {
  const focused = document.activeElement;
  const at = [...hand.children].indexOf(focused);
  shown = now;
  startButton.textContent = texts.startAgain;
  game.hidden = false;
  status.textContent = statusText();
  refusal.textContent = shown.refusal?.[languages.value] ?? "";
  const deal = shown.deals_played + (shown.score.length ? 0 : 1);
  heading.textContent = texts.table(deal, shown.trump && `${pips[shown.trump]} ${texts.suits[shown.trump]}`);
  seats.replaceChildren(...shown.players.map(seatAtTable));
  seats.classList.toggle("pg-six", shown.players.length > 4);
  renderHand();
  renderLog();
  renderScores(deal);
  talk.update(shown);
  rest.hidden = shown.to_act === null;
  takeBack.hidden = !shown.take_back;
  nextDeal.hidden = shown.phase !== "awaiting-deal";
  sessionPanel.update();
  recordPanel.update();
  if (focused !== document.body && !focused.checkVisibility()) focusNext(at);
}

function statusText() {
  if (shown.winners.length) {
    const names = shown.winners.map((winner) => shown.players[winner].names[language]);
    const alone = shown.winners.length === 1 && shown.winners[0] === shown.seat;
    return alone ? texts.youWin : texts.gameOver(names);
  }
  if (shown.to_act === null) return texts.scored;
  if (shown.to_act !== shown.seat) return texts.othersAct;
  return shown.phase === "declaring" ? texts.yourDeclaration : texts.yourTurn(shown.legal.length, shown.hand.length);
}

// Where the keyboard goes on, after what it was on has gone: `at` is where in the hand that was.
function focusNext(at) {
  const cards = [...hand.children];
  const next = declarations.firstElementChild ?? cards[Math.min(at, cards.length - 1)] ?? cards[0];
  (shown.to_act === null ? scoresHeading : next ?? heading).focus();
}

function seatAtTable(player, seatNumber) {
  const place = shown.trick.findIndex((played) => played.seat === seatNumber);
  const badges = [
    seatNumber === shown.dealer && !shown.score.length ? texts.dealer : null,
    side(seatNumber),
    place === 0 ? texts.led : null,
    seatNumber === shown.taken_by ? texts.tookIt : null,
  ];
  return element(
    "li",
    { "aria-current": seatNumber === shown.to_act && "true", class: seatNumber === shown.taken_by && "pg-took" },
    element("strong", {}, player.names[language]),
    element("span", { class: "pg-slot" }, place < 0 ? null : cardOnTable(shown.trick[place].card)),
    element("span", {}, texts.tricks(player.tricks)),
    element("span", {}, texts.points(player.total)),
    element("span", {}, texts.cards(player.cards)),
    element("span", { class: "pg-badges" }, ...badges.filter(Boolean).map((badge) => element("em", {}, badge))),
  );
}

// On whose side a seat is, as far as the person can know.
function side(seatNumber) {
  const own = shown.teams?.find((team) => team.includes(shown.seat));
  if (own === undefined) return null;
  if (!own.includes(seatNumber)) return texts.opponent;
  if (seatNumber !== shown.seat) return texts.partner;
  return own.length === 1 ? texts.alone : null;
}

function renderHand() {
  const declared = shown.legal.filter((made) => made.type === "declaration");
  declarations.replaceChildren(
    ...declared.map((made) => button(`${pips[made.suit]} ${texts.suits[made.suit]}`, () => move(made))),
  );
  declarations.hidden = !declared.length;
  handHeading.hidden = !shown.hand.length;
  // The cards that stay keep their buttons, so that the keyboard stays where it is.
  const kept = new Map([...hand.children].map((card) => [card.dataset.copy, card]));
  const copies = shown.hand.map((card, at) => `${card}${shown.hand.slice(0, at).includes(card) ? " 2" : ""}`);
  const cards = shown.hand.map((card, at) => kept.get(copies[at]) ?? cardInHand(card, copies[at]));
  for (const card of hand.querySelectorAll("button")) if (!cards.includes(card)) card.remove();
  cards.forEach((card, at) => hand.children[at] === card || hand.insertBefore(card, hand.children[at] ?? null));
  const legal = new Set(shown.legal.map((made) => made.card));
  shown.hand.forEach((card, at) => mark(cards[at], "aria-disabled", !legal.has(card) && "true"));
}

// A card in the hand. One that may not be played says why when it is pressed.
function cardInHand(card, copy) {
  const played = () => move({ type: "play", seat: shown.seat, card });
  const attributes = { class: "pg-card", type: "button", "data-copy": copy, "aria-label": cardInWords(card) };
  return element("button", { ...attributes, onclick: played }, face(card));
}

function renderLog() {
  while (log.childElementCount > shown.version) log.lastElementChild.remove();
  const lines = shown.lines.map((line) => Object.assign(element("li"), { told: line }));
  log.append(...lines);
  lines.forEach(tellLine);
  scrolledLog.scrollTop = scrolledLog.scrollHeight;
}

function tellLine(line) {
  line.lang = languages.value;
  line.textContent = line.told[languages.value];
}

function translate() {
  for (const line of [...log.children, ...reasons.children]) tellLine(line);
}

function renderScores(deal) {
  scores.hidden = !shown.score.length;
  scoresHeading.textContent = texts.scores(deal);
  reasons.replaceChildren(...shown.score.map((line) => Object.assign(element("li"), { told: line })));
  [...reasons.children].forEach(tellLine);
  const placed = [...shown.players].sort((one, other) => one.place - other.place);
  standings.replaceChildren(...placed.map(({ place, names, total }) => row("td", place, names[language], total)));
}

function row(kind, ...cells) {
  return element("tr", {}, ...cells.map((cell) => element(kind, kind === "th" ? { scope: "col" } : {}, cell)));
}

function button(text, onclick, kind = "") {
  return element("button", { class: `md-button ${kind}`, type: "button", onclick }, text);
}

// A panel that asks for its text while it is open.
function details(summary, ask) {
  const text = element("pre", { tabindex: 0, "aria-label": summary, role: "region" });
  const panel = element("details", { class: "pg-details", ontoggle: update }, element("summary", {}, summary), text);
  async function update() {
    if (panel.open && shown !== null) text.textContent = await request(ask, 0);
  }
  return { panel, update };
}
