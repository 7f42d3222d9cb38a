// The table: felt, hand, talk, score sheet and log, drawn from a snapshot; moves come out as data.

import { PIPS, icon, inWords, picture, rankOf, short, sorted, suitOf } from "./cards.js";
import { h, put, svg } from "./dom.js";
import { positionOf } from "./position.js";
import { Texts } from "./texts.js";

/** @typedef {import("./position.js").Move} Move */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {readonly [string, string, boolean]} Tool a button: its name, its text, whether it can be pressed */

/**
 * @typedef {object} Shown what a table shows
 * @property {unknown} snapshot
 * @property {readonly string[]} names
 * @property {string} language
 * @property {readonly (readonly number[])[]} [points] what each deal scored, by seat
 * @property {readonly string[]} [lines]
 * @property {Readonly<Record<number, string>>} [bubbles]
 * @property {readonly boolean[]} [asleep]
 * @property {string} [status] instead of whose turn it is
 * @property {string} [refusal]
 * @property {readonly Tool[]} [tools]
 * @property {readonly Tool[]} [more]
 * @property {HTMLElement | null} [cover] what lies over the felt, such as the score of a deal
 * @property {HTMLElement | null} [ask] a question, in place of the status
 * @property {string} [rulesLink] where the rules are: `{id}` is the rule
 */

/**
 * @typedef {object} Actions
 * @property {(move: Move) => void} move
 * @property {(name: string) => void} act
 * @property {(card: string) => void} [refused]
 */

/** How long a finished trick stays on the table. */
const HOLD_MS = 1_500;

/**
 * Which rule says what one wants in a game.
 * @type {Readonly<Record<string, string>>}
 */
const RULES = {
  parlett: "B2", "parlett-50": "B8", "secret-partners": "C5", "open-collusion": "D1", "rotation-collusion": "D2", "triple-collusion": "D7",
};

export class Table {
  /** @type {Shown | null} */ #shown = null;
  /** @type {Position | null} */ #at = null;
  /** @type {string} */ #focus = "";
  /** @type {string} */ #refusal = "";
  /** When the finished trick that still lies on the table is turned over. */
  #turned = 0;
  #texts = new Texts("en");
  #tricks = 3;
  #partner = -1;
  #question = "";
  /** @type {Element | null} */ #opener = null;
  /** @type {Record<string, HTMLElement>} */ #parts = {};

  /**
   * @param {HTMLElement} root an empty element; it becomes the table
   * @param {Actions} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    root.classList.add("cr-game");
    root.replaceChildren(...this.#skeleton());
    root.addEventListener("keydown", (event) => { if (event.key === "Escape") this.#open(""); });
    addEventListener("resize", () => { if (this.#at) this.#drawLinks(this.#at); });
  }

  /** @param {string} name */
  #part(name) {
    const part = this.#parts[name];
    if (!part) throw new Error(`the table has no part ${name}`);
    return part;
  }

  /**
   * @param {string} name
   * @param {HTMLElement} element
   */
  #keep(name, element) {
    this.#parts[name] = element;
    return element;
  }

  #skeleton() {
    const keep = (/** @type {string} */ name, /** @type {HTMLElement} */ element) => this.#keep(name, element);
    const panel = (/** @type {string} */ name, /** @type {HTMLElement} */ inside) =>
      keep(`panel-${name}`, h("section", { class: "cr-panel", "data-panel": name, "aria-labelledby": `cr-${name}` },
        h("h2", { id: `cr-${name}`, tabindex: -1 }, keep(`head-${name}`, h("span")),
          keep(`close-${name}`, h("button", { type: "button", class: "cr-button cr-close", onclick: () => this.#open("") }))),
        inside));
    const hand = keep("hand", h("div", { class: "cr-hand", role: "toolbar", "aria-describedby": "cr-keys" }));
    hand.addEventListener("keydown", (event) => this.#steer(event));
    hand.addEventListener("focusin", (event) => {
      if (event.target instanceof HTMLElement) this.#focus = event.target.dataset["card"] ?? this.#focus;
    });
    const more = panel("more", keep("more", h("div", { class: "cr-ask" })));
    more.classList.add("cr-more");
    return [
      keep("offline", h("p", { class: "cr-offline", role: "status" })),
      h("div", { class: "cr-bar" },
        h("div", {}, keep("title", h("h1")), keep("aim", h("p", { class: "cr-aim" })), keep("chip", h("p", { class: "cr-chip" }))),
        keep("rule", h("a", { class: "cr-button cr-rule" })), more),
      keep("play", h("div", { class: "cr-play" },
        keep("felt", h("section", { class: "cr-felt" })),
        keep("cover", h("div", { class: "cr-cover", hidden: true })),
        h("div", { class: "cr-say" }, keep("ask", h("div", { class: "cr-ask" })), keep("status", h("span", { role: "status" })), keep("refusal", h("span", { role: "alert" }))),
        hand, keep("keys", h("p", { class: "cr-hidden", id: "cr-keys" })),
        keep("tools", h("div", { class: "cr-tools", role: "group" })))),
      h("div", { class: "cr-side" },
        panel("talk", keep("talk", h("div"))),
        panel("sheet", keep("sheet", h("table"))),
        panel("log", h("div", { class: "cr-log", role: "log", tabindex: 0, "aria-labelledby": "cr-log" }, keep("log", h("ol"))))),
      // The panel with the log is closed on a phone; what happens is read out there too.
      h("div", { class: "cr-only-phone" }, keep("heard", h("div", { class: "cr-hidden", role: "log" }))),
    ];
  }

  /**
   * Draw what there is to see now.
   * @param {Shown} shown
   */
  draw(shown) {
    this.#shown = shown;
    this.#texts = new Texts(shown.language);
    const at = positionOf(shown.snapshot, shown.points ?? []);
    if (this.#at && (this.#at.deal !== at.deal || this.#at.trick.length !== at.trick.length || this.#at.turn !== at.turn)) this.#refusal = "";
    const finished = this.#at?.deal === at.deal && at.last.length > 0 && String(this.#at.last) !== String(at.last);
    if (finished) {
      this.#turned = Date.now() + HOLD_MS;
      setTimeout(() => { if (this.#shown) this.draw(this.#shown); }, HOLD_MS);
    }
    this.#at = at;
    const held = Date.now() < this.#turned && at.trick.length === 0;
    this.#drawBar(at);
    this.#drawFelt(held ? { ...at, trick: at.last, taking: at.taker, last: [], taker: null } : at);
    this.#drawHand(at);
    this.#drawTools(at);
    this.#drawTalk(at);
    this.#drawSheet(at);
    this.#drawLog();
    this.#drawCover(at, held);
    this.#drawLinks(at);
  }

  /** Whether the table is one to look at alone. */
  get watching() { return this.#at?.viewer === null; }

  get #t() { return this.#texts; }

  /** @param {number} seat */
  #name(seat) { return seat === this.#at?.viewer ? this.#t.say("you") : this.#shown?.names[seat] ?? ""; }

  /** @param {readonly number[]} seats */
  #names(seats) { return this.#t.listed(seats.map((seat) => this.#name(seat))); }

  /**
   * Where a seat is drawn: the viewer at the bottom, then clockwise, to the left.
   * @param {Position} at
   * @param {number} seat
   */
  #place(at, seat) { return (seat - (at.viewer ?? 0) + at.players) % at.players; }

  /** @param {Position} at */
  #drawBar(at) {
    const t = this.#t, shown = this.#shown;
    const rule = RULES[at.ruleset] ?? "";
    put(this.#part("title"), t.game(at.ruleset), " ", h("small", {}, t.say("deal", { deal: at.deal })));
    put(this.#part("aim"), t.aim(at.ruleset));
    const link = shown?.rulesLink && rule ? shown.rulesLink.replace("{id}", rule.toLowerCase()) : "";
    this.#part("rule").hidden = !link;
    if (link) {
      this.#part("rule").setAttribute("href", link);
      put(this.#part("rule"), rule);
    }
    const line = this.#partnerLine(at);
    this.#part("chip").hidden = !line;
    put(this.#part("chip"), line);
    put(this.#part("more"), ...(shown?.more ?? []).map((tool) => this.#button(tool)));
    for (const name of /** @type {const} */ (["talk", "sheet", "log", "more"])) {
      put(this.#part(`head-${name}`), t.say(name));
      put(this.#part(`close-${name}`), t.say("close"));
    }
    put(this.#part("keys"), t.say("keys"));
  }

  /** @param {Position} at */
  #partnerLine(at) {
    const t = this.#t;
    if (!at.partnerCards.length || at.viewer === null) return "";
    const held = at.ownPartnerCards.map((card) => short(card, t));
    if (at.partnerRanks.length === 3) return held[0] ? t.say("team", { card: held[0] }) : "";
    const cards = at.partnerCards.map((card) => short(card, t)).join(" ");
    return held.length ? t.say("partners-held", { cards, held: held.join(" ") }) : t.say("partners-not-held", { cards });
  }

  /** @param {Position} at */
  #drawFelt(at) {
    const t = this.#t, felt = this.#part("felt");
    felt.dataset["players"] = String(at.players);
    felt.setAttribute("aria-label", t.say("table"));
    const last = at.last.length && at.taker !== null
      ? [t.say("last-trick", { seat: this.#name(at.taker) }), h("ol", {}, ...at.last.map(([seat, card]) => h("li", {}, picture(card, t, seat === at.taker))))]
      : [t.say("no-last")];
    const trumps = t.say("trumps", { suit: t.suit(at.trump ?? "") });
    const trump = at.trump
      ? h("span", { class: "cr-chip" }, icon("crown"), ` ${PIPS[at.trump] ?? ""} `, h("span", { class: "cr-only-wide" }, trumps), h("span", { class: "cr-hidden cr-only-phone" }, trumps))
      : h("span", { class: "cr-only-wide" }, t.say("no-trumps"));
    const seats = [...Array(at.players).keys()];
    put(felt,
      svg("svg", { class: "cr-links cr-only-wide", "aria-hidden": "true" }),
      h("div", { class: "cr-last" }, ...last),
      h("div", { class: "cr-last cr-note" }, trump),
      h("ol", { class: "cr-seats", "aria-label": t.say("seats") }, ...seats.map((seat) => this.#seat(at, seat))),
      h("ol", { class: "cr-trick", "aria-label": t.say("trick") }, ...seats.map((seat) => this.#placed(at, seat))));
  }

  /**
   * @param {Position} at
   * @param {number} seat
   */
  #seat(at, seat) {
    const t = this.#t, shown = this.#shown, place = this.#place(at, seat);
    const won = at.won[seat] ?? 0, matches = at.standing.pair.includes(seat);
    const side = place === at.players / 2 ? "top" : place < at.players / 2 ? "left" : "right";
    const bubble = seat !== at.viewer && shown?.bubbles?.[seat];
    const own = at.viewer === seat;
    const known = at.teams.find((team) => at.viewer !== null && team.includes(at.viewer) && team.includes(seat));
    return h("li", { class: "cr-seat", "data-place": `s${place}`, "--area": `s${place}`, "data-match": matches,
      "data-asleep": shown?.asleep?.[seat] ?? false, "aria-current": at.turn === seat ? "true" : null },
      h("div", { class: "cr-plate" },
        h("b", {}, h("span", {}, this.#name(seat)), own && h("small", {}, " ", shown?.names[seat] ?? "", " "),
          seat === at.dealer && h("span", { class: "cr-tag", title: t.say("dealer") }, t.say("dealer-short"))),
        h("span", { class: "cr-count" }, String(won), h("span", { class: "cr-hidden" }, ` ${t.say("tricks", { tricks: won })}, ${t.say("left", { cards: at.counts[seat] ?? 0 })}`)),
        h("span", { class: "cr-now" }, own || (at.viewer === null && place === 0) ? this.#standingLine(at)
          : known ? h("span", { class: "cr-tag" }, t.say("partner")) : this.#nowLine(at, seat))),
      !own && h("div", { class: "cr-backs", "aria-hidden": "true" }, ...Array.from({ length: at.counts[seat] ?? 0 }, () => h("i"))),
      bubble && h("p", { class: "cr-bubble", "data-at": side }, bubble));
  }

  /** @param {Position} at */
  #standingLine(at) {
    const t = this.#t, now = at.standing;
    if (now.kind === "sides" && now.points === null) return at.partnerRanks.length === 3 ? t.say("teams") : t.say("sides");
    if (now.kind === "sides" || now.kind === "points") return this.#nowLine(at, at.viewer ?? 0);
    if (now.kind === "none") return t.say("no-trick");
    if (now.kind === "impossible") return t.say("impossible");
    if (now.kind === "three") return t.say("three", { seat: this.#name(now.seat), points: now.bonus });
    if (now.kind === "different") return t.say("different", { seat: this.#name(now.seat), points: now.bonus });
    const [a = 0, b = 0] = [...now.pair].sort((x, y) => this.#place(at, x) - this.#place(at, y));
    return t.say("pair", { seat: this.#name(a), other: this.#name(b), points: now.points?.[a] ?? 0 });
  }

  /**
   * @param {Position} at
   * @param {number} seat
   */
  #nowLine(at, seat) {
    const t = this.#t, now = at.standing, points = now.points?.[seat];
    if (points === undefined) return "";
    const other = now.pair.includes(seat) ? now.pair.find((one) => one !== seat) : undefined;
    if (points < 0) return t.say("now-less", { points: -points });
    return other === undefined ? t.say("now", { points }) : t.say("equals", { seat: this.#name(other), points });
  }

  /**
   * @param {Position} at
   * @param {number} seat
   */
  #placed(at, seat) {
    const t = this.#t, order = at.trick.findIndex(([by]) => by === seat), card = at.trick[order]?.[1];
    const wins = card !== undefined && at.taking === seat;
    return h("li", { "data-place": `s${this.#place(at, seat)}`, "data-wins": wins, "data-turn": at.turn === seat && at.phase === "playing",
      "data-new": card !== undefined && order === at.trick.length - 1 },
      h("span", { class: "cr-hidden" }, `${this.#name(seat)}: `),
      card === undefined ? h("span", { class: "cr-slot" }) : picture(card, t),
      order === 0 && h("span", { class: "cr-tag" }, t.say("led")));
  }

  /** @param {Position} at */
  #legal(at) {
    return new Set(at.moves.flatMap((move) => (move.type === "play" && move.card ? [move.card] : [])));
  }

  /** @param {Position} at */
  #drawHand(at) {
    const t = this.#t, hand = this.#part("hand"), cards = sorted(at.hand), legal = this.#legal(at);
    const had = hand.contains(document.activeElement);
    const columns = cards.length <= 8 ? cards.length : at.players === 6 ? 8 : 7;
    hand.style.setProperty("--cols", String(Math.max(columns, 1)));
    hand.toggleAttribute("data-one-row", columns >= cards.length);
    hand.setAttribute("aria-label", at.viewer === null ? t.say("no-hand") : t.say("hand", { cards: cards.length, playable: cards.filter((card) => legal.has(card)).length }));
    const stop = cards.includes(this.#focus) ? this.#focus : cards.find((card) => legal.has(card)) ?? cards[0];
    put(hand, ...cards.map((card, i) => h("button", {
      type: "button", class: "cr-card", "data-card": card, "data-suit": suitOf(card), "data-rank": rankOf(card),
      "--x": i - (cards.length - 1) / 2, "aria-label": suitOf(card) === at.trump ? t.say("is-trump", { card: inWords(card, t) }) : inWords(card, t),
      tabindex: card === stop && cards.indexOf(card) === i ? 0 : -1, "aria-disabled": legal.has(card) ? null : "true",
      onclick: () => this.#choose(card),
    }, icon(suitOf(card)), suitOf(card) === at.trump && icon("crown", "cr-crown"))));
    if (had) this.#focusHand();
    const shown = this.#shown;
    put(this.#part("ask"), shown?.ask ?? null);
    put(this.#part("status"), shown?.ask ? "" : shown?.status || this.#status(at, cards, legal));
    put(this.#part("refusal"), this.#refusal || shown?.refusal || "");
    hand.parentElement?.classList.toggle("cr-watching", at.viewer === null);
  }

  #focusHand() {
    const hand = this.#part("hand");
    /** @type {HTMLElement | null} */
    const stop = hand.querySelector("[tabindex='0']");
    stop?.focus();
  }

  /**
   * @param {Position} at
   * @param {readonly string[]} cards
   * @param {ReadonlySet<string>} legal
   */
  #status(at, cards, legal) {
    const t = this.#t;
    if (at.phase === "over") return at.winners.length ? t.say("winner", { seats: this.#names(at.winners) }) : t.say("over");
    if (at.turn === null) return t.say("waiting");
    if (at.phase === "declaring") return at.turn === at.viewer ? t.say("declare") : t.say("their-declaration", { seat: this.#name(at.turn) });
    return at.turn === at.viewer ? t.say("your-turn", { playable: cards.filter((card) => legal.has(card)).length, cards: cards.length }) : t.say("their-turn", { seat: this.#name(at.turn) });
  }

  /** @param {string} card */
  #choose(card) {
    const at = this.#at;
    if (!at) return;
    const cards = sorted(at.hand), place = cards.indexOf(card);
    const move = at.moves.find((one) => one.type === "play" && one.card === card);
    if (move) {
      this.#focus = cards[place + 1] ?? cards[place - 1] ?? "";
      this.#refusal = "";
      this.actions.move(move);
      return;
    }
    this.#focus = card;
    const legal = cards.filter((one) => this.#legal(at).has(one)).map((one) => short(one, this.#t));
    this.#refusal = legal.length ? this.#t.say("cant-play", { cards: [...new Set(legal)].join(" ") }) : this.#t.say("not-now");
    put(this.#part("refusal"), this.#refusal);
    this.actions.refused?.(card);
  }

  /** @param {KeyboardEvent} event */
  #steer(event) {
    const hand = this.#part("hand"), current = document.activeElement;
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const cards = /** @type {HTMLElement[]} */ ([...hand.children]);
    const some = cards.some((card) => !card.ariaDisabled);
    const among = cards.filter((card) => event.shiftKey || !some || card === current || !card.ariaDisabled);
    const from = among.findIndex((card) => card === current), step = steps[event.key];
    const ends = event.shiftKey || !some ? cards : cards.filter((card) => !card.ariaDisabled);
    const next = event.key === "Home" ? ends[0] : event.key === "End" ? ends.at(-1) : step && among[(from + step + among.length) % among.length];
    if (!next) return;
    event.preventDefault();
    for (const card of cards) card.tabIndex = card === next ? 0 : -1;
    this.#focus = next.dataset["card"] ?? "";
    next.focus();
  }

  /**
   * @param {Tool} tool
   * @param {string} [className]
   */
  #button([name, text, can], className = "") {
    return h("button", { type: "button", class: `cr-button ${className}`, "data-act": name, "aria-disabled": can ? null : "true",
      onclick: () => {
        if (!can) return;
        this.#refusal = "";
        this.actions.act(name);
      } }, text);
  }

  /** @param {Position} _ */
  #drawTools(_) {
    const t = this.#t, tools = this.#part("tools");
    tools.setAttribute("aria-label", t.say("tools"));
    const opener = (/** @type {string} */ name, /** @type {string} */ text) => h("button", { type: "button", class: "cr-button cr-only-phone",
      "data-open": name, "aria-expanded": this.#part(`panel-${name}`).hasAttribute("data-open") ? "true" : "false", onclick: () => this.#open(name) }, text);
    this.#renew(tools, opener("talk", t.say("talk")), opener("sheet", t.say("scores")), opener("log", t.say("log")), ...(this.#shown?.tools ?? []).map((tool) => this.#button(tool)), opener("more", t.say("more")));
  }

  /**
   * Renew the children, and keep the focus on the one that had it.
   * @param {HTMLElement} element
   * @param {...(Node | string | null | false)} children
   */
  #renew(element, ...children) {
    const active = document.activeElement;
    const key = active instanceof HTMLElement && element.contains(active) ? active.dataset["act"] ?? active.dataset["open"] ?? active.dataset["key"] : undefined;
    const typed = element.querySelector("input")?.value;
    const other = h("div", {}, ...children);
    if (other.innerHTML === element.innerHTML) return;
    element.replaceChildren(...other.childNodes);
    const field = element.querySelector("input");
    if (field && typed) field.value = typed;
    if (key === undefined) return;
    for (const child of element.querySelectorAll("button, input, select")) {
      if (child instanceof HTMLElement && [child.dataset["act"], child.dataset["open"], child.dataset["key"]].includes(key)) child.focus();
    }
    if (!element.contains(document.activeElement)) /** @type {HTMLElement | null | undefined} */ (element.closest("section")?.querySelector("h2"))?.focus();
  }

  /** @param {string} name */
  #open(name) {
    if (name && !this.#opener) this.#opener = document.activeElement;
    for (const panel of ["talk", "sheet", "log", "more"]) this.#part(`panel-${panel}`).toggleAttribute("data-open", panel === name);
    if (this.#at) this.#drawTools(this.#at);
    if (name) {
      /** @type {HTMLElement | null} */
      const head = this.#part(`panel-${name}`).querySelector("h2");
      head?.focus();
    } else if (this.#opener instanceof HTMLElement) {
      const back = this.#opener.dataset["open"] ?? "";
      /** @type {HTMLElement | null} */
      const opener = this.root.querySelector(`[data-open="${back}"]`);
      opener?.focus();
      this.#opener = null;
    }
  }

  /** @param {Position} at */
  #drawTalk(at) {
    const t = this.#t, talk = this.#part("talk"), viewer = at.viewer;
    const others = [...Array(at.players).keys()].filter((seat) => seat !== viewer);
    if (!others.includes(this.#partner)) this.#partner = others[0] ?? -1;
    const accusations = at.moves.filter((move) => move.type === "accusation");
    if (!at.talks && !accusations.length) return put(talk, h("p", {}, this.#silent(at)));
    if (viewer === null) return put(talk, h("p", {}, t.say("unbound")));
    const say = (/** @type {unknown} */ statement) => this.actions.move({ type: "talk", seat: viewer, statement });
    const n = this.#tricks, w = this.#partner, who = this.#shown?.names[w] ?? "";
    const again = () => this.#drawTalk(at);
    const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ act, main = false) =>
      h("button", { type: "button", class: `cr-button${main ? " cr-button--primary" : ""}`, "data-key": key, onclick: act }, text);
    const step = (/** @type {number} */ by) => { this.#tricks = Math.max(0, Math.min(at.tricks, n + by)); again(); };
    const offers = at.pacts.filter((pact) => pact.to === viewer && !pact.agreed);
    const words = h("input", { class: "cr-words", maxlength: 200, "aria-label": t.say("words-label"), "data-key": "words" });
    this.#renew(talk,
      ...offers.map((pact) => h("p", { class: "cr-pact" }, `${t.say("offered", { seat: this.#name(pact.from), tricks: pact.tricks })} `,
        button(`agree${pact.from}`, t.say("agree", { seat: this.#shown?.names[pact.from] ?? "", tricks: pact.tricks }), () => say({ type: "agree", seat: pact.from, tricks: pact.tricks }), true))),
      at.talks && h("p", {}, t.say("unbound")),
      at.talks && h("div", { class: "cr-row" },
        h("div", { class: "cr-group", role: "group", "aria-label": t.say("number") },
          h("button", { type: "button", class: "cr-button", "data-key": "less", "aria-label": t.say("fewer"), onclick: () => step(-1) }, "−"), h("output", {}, String(n)),
          h("button", { type: "button", class: "cr-button", "data-key": "plus", "aria-label": t.say("more-tricks"), onclick: () => step(1) }, "+")),
        h("div", { class: "cr-group", role: "group", "aria-label": t.say("to") }, h("span", {}, t.say("to")), ...others.map((seat) =>
          h("button", { type: "button", class: "cr-button", "data-key": `with${seat}`, "aria-pressed": String(seat === w), onclick: () => { this.#partner = seat; again(); } }, this.#shown?.names[seat] ?? "")))),
      at.talks && h("div", { class: "cr-row" },
        button("aim", t.say("aim", { tricks: n }), () => say({ type: "aim", tricks: n })),
        button("offer", t.say("offer", { seat: who, tricks: n }), () => say({ type: "offer", seat: w, tricks: n })),
        button("no-more", t.say("no-more"), () => say({ type: "no-more" })),
        button("retract", t.say("retract"), () => say({ type: "retract" }))),
      at.talks && this.#questions(say, n, w, who),
      at.talks && at.words && h("form", { class: "cr-row", onsubmit: (event) => {
        event.preventDefault();
        const field = /** @type {HTMLInputElement} */ (words);
        if (field.value.trim()) say({ type: "words", text: field.value.trim() });
        field.value = "";
      } }, words, h("button", { class: "cr-button", "data-key": "say" }, t.say("words"))),
      accusations.length > 0 && h("div", { class: "cr-row" }, h("p", {}, t.say("accusations")), ...accusations.map((move) => {
        const [a = 0, b = 0] = move.suspects ?? [];
        return button(`accuse${a}${b}`, t.say("accuse", { seat: this.#shown?.names[a] ?? "", other: this.#shown?.names[b] ?? "" }), () => this.actions.move(move));
      })));
    return undefined;
  }

  /**
   * What else can be said: a list, and a button that says it.
   * @param {(statement: unknown) => void} say
   * @param {number} tricks
   * @param {number} seat
   * @param {string} name
   */
  #questions(say, tricks, seat, name) {
    const t = this.#t, said = t.words.statements, suits = [..."SHDC"];
    /** @type {Record<string, readonly [string, unknown]>} */
    const questions = {
      "ask-aim": [t.filled(said["ask-aim"], { tricks }), { type: "ask-aim", tricks }],
      "ask-more": [t.filled(said["ask-more"], { seat: name }), { type: "ask-more", seat }],
      "ask-what-to-lead": [t.filled(said["ask-what-to-lead"], { seat: name }), { type: "ask-what-to-lead", seat }],
      "ask-what-not-to-lead": [t.filled(said["ask-what-not-to-lead"], { seat: name }), { type: "ask-what-not-to-lead", seat }],
      ...Object.fromEntries(suits.map((suit) => [`lead-${suit}`, [t.filled(said["ask-lead-suit"], { suit: t.suit(suit) }), { type: "ask-lead", suit, height: null }]])),
      "offer-lead": [t.filled(said["offer-lead"], { seat: name }), { type: "offer-lead", seat }],
      ...Object.fromEntries(suits.map((suit) => [`not-${suit}`, [t.filled(said["ask-not-lead"], { suit: t.suit(suit) }), { type: "ask-not-lead", suit }]])),
      ...Object.fromEntries(suits.map((suit) => [`low-${suit}`, [t.filled(said["ask-lead-suit-height"], { suit: t.suit(suit), height: t.words.heights.low }), { type: "ask-lead", suit, height: "low" }]])),
      ...Object.fromEntries(suits.map((suit) => [`high-${suit}`, [t.filled(said["ask-lead-suit-height"], { suit: t.suit(suit), height: t.words.heights.high }), { type: "ask-lead", suit, height: "high" }]])),
    };
    const list = /** @type {HTMLSelectElement} */ (h("select", { class: "cr-words", "data-key": "question", "aria-label": t.say("questions"), onchange: () => { this.#question = list.value; } },
      ...Object.entries(questions).map(([key, [text]]) => h("option", { value: key, selected: key === this.#question }, text))));
    return h("form", { class: "cr-row", onsubmit: (event) => {
      event.preventDefault();
      const chosen = questions[list.value];
      if (chosen) say(chosen[1]);
    } }, list, h("button", { class: "cr-button", "data-key": "ask" }, t.say("words")));
  }

  /** @param {Position} at */
  #silent(at) { return at.partnerRanks.length ? this.#t.say("silent") : this.#t.say("unbound"); }

  /** @param {Position} at */
  #drawSheet(at) {
    const t = this.#t, seats = [...Array(at.players).keys()], plain = !at.partnerRanks.length;
    const written = (/** @type {number} */ n) => (plain || n <= 0 ? String(n).replace("-", "−") : `+${n}`);
    const level = (/** @type {readonly number[]} */ points, /** @type {number} */ n) =>
      plain && n > 9 && points.filter((one) => one === n).length === 2 ? h("b", {}, written(n)) : written(n);
    const now = at.standing.points;
    const row = (/** @type {string} */ head, /** @type {readonly number[]} */ points, open = "", close = "") =>
      h("tr", {}, h("th", { scope: "row" }, head), ...points.map((n) => h("td", {}, open, level(points, n), close)));
    put(this.#part("sheet"),
      h("thead", {}, h("tr", {}, h("td"), ...seats.map((seat) => h("th", { scope: "col", title: this.#name(seat) }, this.#name(seat))))),
      h("tbody", {}, ...at.points.map((points, i) => row(t.say("deal-n", { deal: i + 1 }), points)),
        now && at.phase === "playing" ? row(t.say("so-far"), now, "(", ")") : null,
        h("tr", {}, h("th", { scope: "row" }, t.say("total")), ...at.totals.map((n) => h("td", {}, String(n).replace("-", "−"))))));
  }

  #drawLog() {
    const log = this.#part("log"), lines = this.#shown?.lines ?? [];
    const items = /** @type {HTMLElement[]} */ ([...log.children]);
    if (items.length > lines.length || items.some((item, i) => item.textContent !== lines[i])) log.replaceChildren();
    const news = lines.slice(log.children.length);
    log.append(...news.map((line) => h("li", {}, line)));
    if (news.length) this.#part("heard").replaceChildren(...news.slice(-12).map((line) => h("p", {}, line)));
    if (log.parentElement) log.parentElement.scrollTop = log.parentElement.scrollHeight;
  }

  /**
   * @param {Position} at
   * @param {boolean} held
   */
  #drawCover(at, held) {
    const cover = this.#part("cover"), own = held ? null : this.#declaration(at) ?? this.#shown?.cover ?? null;
    const kind = own ? (own.dataset["cover"] ?? "other") : "";
    this.root.dataset["cover"] = kind;
    cover.hidden = !own;
    if (own && cover.firstElementChild?.isEqualNode(own)) return;
    const had = cover.contains(document.activeElement), lost = !this.#at?.hand.length && document.activeElement === document.body;
    cover.replaceChildren(...(own ? [own] : []));
    if (!own && had) this.#focusHand();
    else if (had || lost || kind === "declare") cover.querySelector("button")?.focus();
  }

  /** @param {Position} at */
  #declaration(at) {
    const t = this.#t, moves = at.moves.filter((move) => move.type === "declaration");
    if (!moves.length) return null;
    const ranks = at.partnerRanks, triple = ranks.length === 3;
    return h("div", { "data-cover": "declare", class: "cr-declare" }, h("h2", {}, t.say("declare-head")),
      h("div", { class: "cr-choices" }, ...[...moves].reverse().map((move) => {
        const suit = move.suit ?? "", held = ranks.map((rank) => rank + suit).filter((card) => at.hand.includes(card)).map((card) => short(card, t));
        const role = triple ? (held[0] ? t.say("team-with", { card: held[0] }) : "")
          : held.length > 1 ? t.say("soloist", { cards: held.join(" ") }) : held[0] ? t.say("one-partner", { card: held[0] }) : t.say("opponent");
        return h("button", { type: "button", class: "cr-button", "data-suit": suit, onclick: () => this.actions.move(move) }, h("b", {}, `${PIPS[suit] ?? ""} ${t.suit(suit)}`), role);
      })));
  }

  /**
   * A dotted line between two who match, beside the trick.
   * @param {Position} at
   */
  #drawLinks(at) {
    const links = this.root.querySelector(".cr-links"), pair = this.#at?.standing.pair ?? [];
    if (!links) return;
    links.replaceChildren();
    const [one, two] = pair;
    if (one === undefined || two === undefined || !this.#part("cover").hidden) return;
    const felt = this.#part("felt").getBoundingClientRect();
    const box = (/** @type {string} */ selector) => this.root.querySelector(selector)?.getBoundingClientRect() ?? felt;
    const middle = (/** @type {number} */ seat) => {
      const plate = box(`.cr-seat[data-place=s${this.#place(at, seat)}] .cr-plate`);
      return { x: plate.x + plate.width / 2 - felt.x, y: plate.y + plate.height / 2 - felt.y };
    };
    const a = middle(one), b = middle(two);
    const trick = box(".cr-trick [data-place=s1]"), left = box(".cr-seat[data-place=s1] .cr-plate");
    const x = Math.abs(a.x - b.x) < 40 ? (left.right + trick.left) / 2 - felt.x : (a.x + b.x) / 2;
    const y = (a.y + b.y) / 2, n = at.won[one] ?? 0;
    links.append(
      svg("path", { d: `M${a.x} ${a.y}Q${2 * x - (a.x + b.x) / 2} ${y} ${b.x} ${b.y}` }),
      svg("rect", { x: x - 34, y: y - 15, width: 68, height: 30, rx: 15 }),
      svg("text", { x, y: y + 6 }, `${n} = ${n}`));
  }

  /**
   * Say in a strip above the table that something is wrong with the connection; `""` for nothing.
   * @param {string} text
   */
  offline(text) { put(this.#part("offline"), text); }
}
