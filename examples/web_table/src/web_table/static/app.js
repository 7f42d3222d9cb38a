// The application: open a table, sit down, play.

import { h, put } from "/table/dom.js";
import { Table } from "/table/table.js";
import { Texts, games } from "/table/texts.js";
import { attend, check } from "./fairness.js";
import { Room } from "./room.js";
import { textsOf } from "./texts.js";

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

const main = part("main");
let language = localStorage.getItem("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
let t = textsOf(language);
/** @type {Room | null} */ let room = null;
/** @type {Table | null} */ let table = null;
/** @type {HTMLElement | null} */ let tableRoot = null;
let inviting = false;
let sureOf = "";
let told = "";
let checked = { game: 0, text: "" };
let lastDeal = /** @type {{deal: number, why: string[]} | null} */ (null);

const dress = (/** @type {string} */ scheme) => { document.body.dataset["mdColorScheme"] = scheme; localStorage.setItem("theme", scheme); };
dress(localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "slate" : "default"));
part("theme").onclick = () => dress(document.body.dataset["mdColorScheme"] === "slate" ? "default" : "slate");
part("language").onclick = () => {
  language = language === "ja" ? "en" : "ja";
  localStorage.setItem("language", language);
  speak();
  if (room) {
    room.language = language;
    room.connect();
  }
  show();
};

function speak() {
  t = textsOf(language);
  document.documentElement.lang = language;
  put(part("language"), t.language);
  part("language").lang = language === "ja" ? "en" : "ja";
  part("theme").setAttribute("aria-label", t.theme);
}

const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ act, main_ = false) =>
  h("button", { type: "button", class: `cr-button${main_ ? " cr-button--primary" : ""}`, "data-key": key, onclick: act }, text);

// Opening a table.

function home() {
  const words = new Texts(language);
  const form = h("form", { class: "lobby", onsubmit: (event) => { event.preventDefault(); void open(/** @type {HTMLFormElement} */ (form)); } },
    h("h1", {}, t.open),
    h("fieldset", {}, h("legend", {}, t.which), ...words.games.map((name, i) =>
      h("label", { class: "game" }, h("input", { type: "radio", name: "ruleset", value: name, checked: i === 0 }), h("span", {}, h("b", {}, words.game(name)), words.aim(name))))),
    h("label", {}, t.turn, h("select", { name: "turn" }, ...[0.5, 1, 3, 10, 1440].map((n) => h("option", { value: n * 60_000, selected: n === 1 }, t.minutes(n))))),
    h("label", {}, t.takeBacks, h("select", { name: "take_backs" }, ...["majority", "all", "none", "never"].map((name) => h("option", { value: name }, t[/** @type {"all"} */ (name)])))),
    h("label", {}, h("input", { type: "checkbox", name: "shares" }), t.shares),
    h("label", { class: "accusations" }, h("input", { type: "checkbox", name: "accusations" }), t.accusations),
    h("p", { class: "wrong", role: "alert" }),
    h("button", { class: "cr-button cr-button--primary", id: "open" }, t.open));
  main.replaceChildren(form);
}

/** @param {HTMLFormElement} form */
async function open(form) {
  const wish = new FormData(form), wrong = form.querySelector(".wrong");
  const body = JSON.stringify({ ruleset: wish.get("ruleset"), turn_ms: Number(wish.get("turn")), take_backs: wish.get("take_backs"), shares: wish.get("shares") === "on", language, ...(games[String(wish.get("ruleset"))]?.pair && wish.get("accusations") && { accusations: true }) });
  try {
    const answer = await fetch("/rooms", { method: "POST", body });
    if (!answer.ok) throw new Error(answer.statusText);
    const { room: name } = await answer.json();
    history.pushState(null, "", `/r/${name}`);
    start(name);
  } catch {
    if (wrong) put(wrong, t.openFailed);
  }
}

// At a table.

/** @param {string} name */
function start(name) {
  room = new Room(name, language, show);
  show();
}

function show() {
  if (!room) return home();
  if (room.state === "gone") return main.replaceChildren(h("p", { class: "lobby wrong", role: "alert" }, t.gone));
  const state = room.table;
  if (!state) return main.replaceChildren(h("p", { class: "lobby", role: "status" }, t.connecting));
  void attend(room);
  if (room.snapshot && state.game && !inviting && (state.draw?.dealt ?? false)) showTable();
  else showLobby();
  return undefined;
}

const names = () => (room?.table?.chairs ?? []).map((chair, seat) => chair?.name ?? t.seat(seat + 1));

function showLobby() {
  if (!room?.table) return;
  const own = room, state = room.table, host = state.host !== null && state.host === own.you;
  const focus = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["key"] : undefined;
  const typed = main.querySelector("input[data-key=name]");
  const name = typed instanceof HTMLInputElement ? typed.value : localStorage.getItem("name") ?? "";
  const { link, invitation } = own;
  const field = h("input", { "data-key": "name", maxlength: 20, value: name, autocomplete: "nickname", "aria-label": t.name });
  const sit = (/** @type {number} */ seat) => {
    const called = /** @type {HTMLInputElement} */ (field).value.trim();
    localStorage.setItem("name", called);
    own.send({ type: "sit", seat, name: called, ...(invitation && { invitation }) });
  };
  const free = state.chairs.flatMap((chair, seat) => (chair ? [] : [seat]));
  main.replaceChildren(h("div", { class: "lobby" },
    h("h1", {}, new Texts(language).game(state.ruleset)),
    h("p", { role: "status" }, own.state === "open" ? (own.waiting.size ? t.sending : state.closed ? t.closed : state.draw && !state.draw.dealt ? t.drawing : t.waiting) : t.connecting),
    h("p", { class: "wrong", role: "alert" }, own.refusal),
    own.you === null && h("label", {}, t.name, field),
    h("ul", { class: "chairs" }, ...state.chairs.map((chair, seat) => h("li", {},
      h("span", {}, chair ? chair.name : t.empty(seat + 1), seat === own.you && ` (${new Texts(language).say("you")})`, seat === state.host && ` · ${t.host}`, chair?.asleep && ` · ${t.asleep}`),
      own.you === null && (!chair || chair.computer) && button(`sit${seat}`, t.sit, () => sit(seat), true),
      host && !chair && button(`computer${seat}`, t.computer, () => own.send({ type: "computer", seat, kind: state.computers[0] })),
      host && chair && !chair.computer && seat !== own.you && button(`kick${seat}`, t.kick, () => own.send({ type: "kick", seat }))))),
    host && free.length > 1 && button("fill", t.fill, () => fill(own, free), true),
    own.you !== null && button("leave", t.leave, () => own.send({ type: "leave" })),
    h("h2", {}, t.invite),
    link === null ? h("p", {}, t.renewed) : h("div", { class: "share" }, h("img", { src: `/code/${own.name}.svg${invitation && `?${invitation}`}`, alt: t.code, width: 160, height: 160 }),
      h("input", { readonly: true, value: link, "aria-label": t.link, "data-key": "link" }),
      button("copy", t.copy, () => { void navigator.clipboard?.writeText(link).then(() => { own.refusal = t.copied; show(); }); })),
    host && button("renew", sureOf === "renew" ? t.sure : t.renew, () => act("renew")),
    inviting && button("back", new Texts(language).say("table"), () => { inviting = false; show(); }, true)));
  table = null;
  if (focus) /** @type {HTMLElement | null} */ (main.querySelector(`[data-key="${focus}"]`))?.focus();
}

/**
 * Computer players for all empty seats, one after the other.
 * @param {Room} own
 * @param {number[]} seats
 */
function fill(own, seats) {
  const [seat, ...others] = seats;
  if (seat === undefined) return;
  own.send({ type: "computer", seat, kind: own.table?.computers[0] });
  const before = own.at;
  const go = setInterval(() => {
    if (own.at > before && !own.waiting.size) {
      clearInterval(go);
      fill(own, others.filter((one) => !own.table?.chairs[one]));
    }
  }, 50);
}

function showTable() {
  if (!room?.table) return;
  const own = room, state = room.table, at = own.snapshot, you = own.you;
  if (!table || !tableRoot) {
    tableRoot = h("div");
    main.replaceChildren(tableRoot);
    table = new Table(tableRoot, { move: (move) => own.send({ type: "move", move }), act });
  }
  verify(own);
  const called = names(), host = state.host !== null && state.host === you;
  /** @type {Record<number, string>} */ const bubbles = {};
  for (const line of own.lines) {
    if (line.type === "talk" && line.seat !== null) bubbles[line.seat] = line.text;
    if (line.type === "deal-scored") lastDeal = { deal: at.deal, why: line.why ?? [] };
    if (line.type === "dealt") lastDeal = null;
  }
  const lines = own.lines.map((line) => (line.type === "talk" ? `${called[line.seat ?? 0]}: “${line.text}”` : line.text));
  table.draw({
    snapshot: at, points: own.points, names: called, language, lines, bubbles, refusal: own.refusal,
    asleep: state.chairs.map((chair) => chair?.asleep ?? false),
    status: status(own), ask: question(own, called), cover: cover(own, called),
    tools: you === null ? [] : [["take-back", t.back, canTakeBack(own)]],
    more: [["invite", t.invitation, true], ["save", t.save, true],
      ...(you === null ? [] : [/** @type {const} */ (["leave", sureOf === "leave" ? t.sure : t.leave, true])]),
      ...(host ? [/** @type {const} */ (["close", sureOf === "close" ? t.sure : t.close, true])] : [])],
  });
  table.offline(own.state !== "open" ? t.connecting : own.notice === "restored" ? t.restored : own.notice === "late" ? t.late : state.newer ? t.newer : state.closed ? `${t.closed} ${checked.text}` : state.paused ? t.paused : "");
}

/** @param {Room} own */
function status(own) {
  if (own.waiting.size && own.state !== "open") return t.sending;
  if (told) return told;
  const left = own.ends === null ? null : Math.max(0, Math.ceil((own.ends - Date.now()) / 1000));
  if (left !== null && left <= 15 && own.snapshot?.turn === own.you && own.you !== null) return `${new Texts(language).say("your-turn", { playable: own.snapshot.moves.filter((/** @type {any} */ move) => move.type === "play").length, cards: own.snapshot.hand.length })} · ${t.seconds(left)}`;
  return "";
}

/** @param {Room} own */
function canTakeBack(own) {
  return own.table?.take_backs !== "never" && !own.table?.ask && own.lines.some((line) => line.seat === own.you && (line.type === "play" || line.type === "declaration"));
}

/**
 * @param {Room} own
 * @param {string[]} called
 */
function question(own, called) {
  const ask = own.table?.ask;
  if (!ask) return null;
  if (own.you === null || ask.agreed.includes(own.you)) return h("div", { class: "cr-ask", "data-row": ask.row }, ask.seat === own.you ? t.asked : t.asks(called[ask.seat] ?? ""));
  return h("div", { class: "cr-ask", "data-row": ask.row }, t.asks(called[ask.seat] ?? ""),
    button("agree", t.agree, () => own.send({ type: "agree", ask: ask.row }), true),
    button("object", t.object, () => own.send({ type: "object", ask: ask.row })));
}

/**
 * Check the shuffle once its last share is told: when the game is over, or the table is closed.
 * @param {Room} own
 */
function verify(own) {
  const draw = own.table?.draw;
  if (!draw?.share || checked.game === draw.game) return;
  checked = { game: draw.game, text: "" };
  void check(own).then((count) => {
    checked.text = count === null ? t.unchecked : count < 0 ? t.cheated : t.checked(count);
    show();
  });
}

/**
 * @param {Room} own
 * @param {string[]} called
 */
function cover(own, called) {
  const at = own.snapshot, state = own.table;
  if (!lastDeal || (at.phase !== "awaiting-deal" && at.phase !== "over")) return null;
  const over = at.phase === "over", host = state?.host === own.you && own.you !== null;
  const last = own.points.at(-1) ?? [];
  return h("div", { "data-cover": "scored", class: "cr-scored" },
    h("h2", {}, over ? t.won(at.winners.map((/** @type {number} */ seat) => called[seat]).join(t.and)) : t.scored(own.points.length)),
    h("ul", { class: "cr-results" }, ...at.tricks_won.map((/** @type {number} */ n, /** @type {number} */ seat) => h("li", { "data-best": last[seat] === Math.max(...last) }, h("b", {}, called[seat] ?? ""), h("span", { class: "cr-count" }, String(n)), h("span", {}, (last[seat] ?? 0) >= 0 ? `+${last[seat] ?? 0}` : `−${-(last[seat] ?? 0)}`)))),
    h("ul", { class: "cr-score" }, ...lastDeal.why.map((line) => h("li", {}, line))),
    over ? h("p", { id: "checked", role: "status" }, checked.text) : h("p", {}, t.next),
    over && host && button("again", t.again, () => own.send({ type: "again" }), true));
}

/** @param {string} name */
function act(name) {
  if (!room) return;
  const own = room;
  if (["leave", "close", "renew"].includes(name) && sureOf !== name) {
    sureOf = name;
    setTimeout(() => { sureOf = ""; show(); }, 4_000);
    return show();
  }
  if (name === "invite") inviting = true;
  if (name === "leave" || name === "close") own.send({ type: name });
  if (name === "renew") own.renew();
  if (name === "save") void save(own);
  if (name === "take-back") takeBack(own);
  show();
}

/** @param {Room} own */
async function save(own) {
  const record = await own.record();
  const link = h("a", { download: "collusion.json", href: URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" })) });
  link.click();
  told = t.saved;
  setTimeout(() => { told = ""; show(); }, 3_000);
  show();
}

/**
 * Ask to take back one's last card: the game as it was before it.
 * @param {Room} own
 */
async function takeBack(own) {
  const record = /** @type {any} */ (await own.record());
  const log = /** @type {any[]} */ (record?.log ?? []);
  const to = log.findLastIndex((event) => event.seat === own.you && (event.type === "play" || event.type === "declaration"));
  if (to > 0) own.send({ type: "take-back", to });
}

setInterval(() => { if (room?.ends && table) showTable(); }, 1_000);
addEventListener("popstate", () => location.reload());
speak();
const path = /^\/r\/([\w-]+)$/.exec(location.pathname);
if (path?.[1]) start(path[1]);
else home();
