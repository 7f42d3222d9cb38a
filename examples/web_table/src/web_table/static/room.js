// A room as a client knows it: what it was told, what it has sent and not heard of.

/**
 * @typedef {object} Chair
 * @property {string} name
 * @property {string} computer
 * @property {boolean} asleep
 */

/**
 * @typedef {object} Draw
 * @property {number} game
 * @property {string} terms
 * @property {string} commitment
 * @property {number[]} sharers
 * @property {[number, string][]} committed
 * @property {[number, string][]} shared
 * @property {boolean} dealt
 * @property {string | null} share
 */

/**
 * @typedef {object} TableState
 * @property {(Chair | null)[]} chairs
 * @property {number | null} host
 * @property {number} game
 * @property {string} ruleset
 * @property {number} players
 * @property {string[]} computers
 * @property {boolean} paused
 * @property {boolean} closed
 * @property {boolean} newer
 * @property {string} take_backs
 * @property {number} invitation
 * @property {{row: number, seat: number, to: number, agreed: number[]} | null} ask
 * @property {Draw | null} draw
 */

/** @typedef {{type: string, seat: number | null, text: string, why?: string[]}} Line */

/** How long an answer may take before a message is sent again. */
const AGAIN_MS = 3_000;

const RETRY_MS = [200, 500, 1_000, 2_000, 4_000];

/** @param {number} count */
export function secret(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Room {
  at = 0;
  life = "";
  /** @type {number | null} */ you = null;
  /** @type {TableState | null} */ table = null;
  /** @type {any} */ snapshot = null;
  /** @type {number[][]} */ points = [];
  /** @type {Line[]} */ lines = [];
  /** @type {any[]} */ rows = [];
  /** @type {number | null} */ ends = null;
  /** @type {"connecting" | "open" | "gone" | "many"} */ state = "connecting";
  refusal = "";
  notice = "";
  /** @type {Map<string, string>} */ waiting = new Map();
  /** @type {WebSocket | null} */ #socket = null;
  #tries = 0;
  #sent = 0;
  #prefix = secret(4);
  /** With the row that made it good; null until that is known.
   * @type {{row: number | null, text: string}} */ #invitation;
  /** @type {Set<string>} */ #old = new Set();

  /**
   * @param {string} name
   * @param {string} language
   * @param {() => void} changed
   */
  constructor(name, language, changed) {
    this.name = name;
    this.language = language;
    this.changed = changed;
    const key = `token:${name}`;
    this.token = localStorage.getItem(key) ?? secret(32);
    localStorage.setItem(key, this.token);
    this.#invitation = JSON.parse(localStorage.getItem(`invitation:${name}`) ?? '{"row":0,"text":""}');
    if (location.hash) this.#keep({ row: null, text: location.hash.slice(1) });
    history.replaceState(null, "", location.pathname);
    addEventListener("online", () => this.connect());
    setInterval(() => this.#again(), AGAIN_MS);
    this.connect();
  }

  /** @param {{row: number | null, text: string}} invitation */
  #keep(invitation) {
    this.#invitation = invitation;
    localStorage.setItem(`invitation:${this.name}`, JSON.stringify(invitation));
  }

  /** What lets people sit down, if it must be known: null where it was renewed and is not known here. */
  get invitation() {
    const { row, text } = this.#invitation;
    return this.table?.invitation ? (row === this.table.invitation ? text : null) : "";
  }

  /** The address of this table, for others: null where it is not known here. */
  get link() {
    const text = this.invitation;
    return text === null ? null : `${location.origin}/r/${this.name}${text && `#${text}`}`;
  }

  connect() {
    this.#socket?.close();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${this.name}`);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", v: 1, token: this.token, seen: 0, life: this.life, lang: this.language, snapshots: true }));
    };
    socket.onmessage = ({ data }) => { if (socket === this.#socket) this.#take(JSON.parse(data)); };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.state = code === 4404 ? "gone" : "connecting";
      this.changed();
      if (this.state === "connecting") setTimeout(() => { if (socket === this.#socket) this.connect(); }, RETRY_MS[Math.min(this.#tries++, 4)]);
    };
  }

  /** @param {any} message */
  #take(message) {
    if (message.type === "done") this.#done(message);
    else if (message.type === "refused") this.#refused(message);
    else if (message.type === "whole") this.#whole(message);
    else if (message.from > this.at) return this.connect();
    else if (message.at > this.at) this.#news(message);
    this.changed();
  }

  /** @param {any} message */
  #done(message) {
    const { type, invitation } = JSON.parse(this.waiting.get(message.id) ?? "{}");
    if (type === "renew") this.#keep({ row: message.at, text: invitation });
    this.waiting.delete(message.id);
  }

  /** @param {any} message */
  #refused(message) {
    const text = this.waiting.get(message.id ?? "");
    if (message.again && text) return void setTimeout(() => { if (this.waiting.has(message.id)) this.#put(text); }, 1_000);
    this.waiting.delete(message.id ?? "");
    if (message.code === "stale" && text && /"type":"(sit|computer)"/.test(text)) {
      const { id, seen, lang, ...wish } = JSON.parse(text); // others sat down meanwhile: ask anew
      return void setTimeout(() => this.send(wish), 200);
    }
    this.refusal = message.text;
  }

  /** @param {any} message */
  #whole(message) {
    if (this.life && message.life !== this.life) {
      this.waiting.clear();
      this.notice = "restored";
    }
    [this.at, this.life, this.you, this.table, this.snapshot] = [message.at, message.life, message.you, message.table, message.snapshot ?? null];
    if (this.#invitation.row === null) this.#keep({ row: message.table.invitation, text: this.#invitation.text });
    this.lines = message.lines ?? [];
    this.points = message.points ?? [];
    this.rows = [];
    this.#time(message);
    this.state = "open";
    this.#tries = 0;
    for (const text of this.waiting.values()) this.#put(text);
  }

  /** @param {any} message */
  #news(message) {
    this.at = message.at;
    if (message.table) this.table = message.table;
    if (message.snapshot) this.snapshot = message.snapshot;
    if (message.points) this.points = message.points;
    this.rows = message.rows;
    this.notice = message.rows.some((/** @type {any} */ row) => row.type === "excused") ? "late" : "";
    for (const line of message.lines ?? []) {
      if (line.type === "dealt") this.lines = [];
      this.lines.push(line);
      this.refusal = "";
    }
    this.#time(message);
  }

  /** @param {any} message */
  #time(message) {
    this.ends = message.left === undefined ? null : Date.now() + message.left;
  }

  /**
   * Send something: it is sent again until there is an answer.
   * @param {Record<string, unknown>} wish
   */
  send(wish) {
    const id = `${this.#prefix}.${++this.#sent}`;
    const text = JSON.stringify({ ...wish, id, seen: this.at, lang: this.language });
    this.refusal = "";
    this.waiting.set(id, text);
    this.#put(text);
    this.changed();
  }

  /** Let nobody sit down any more who has the invitation that was good until now. */
  renew() {
    this.send({ type: "renew", invitation: secret(12) });
  }

  /** Send again what has waited for its answer since the last time: nobody may have stored it. */
  #again() {
    for (const [id, text] of this.waiting) {
      if (this.#old.has(id)) this.#put(text);
      this.#old.add(id);
    }
    for (const id of this.#old) if (!this.waiting.has(id)) this.#old.delete(id);
  }

  /** @param {string} text */
  #put(text) {
    if (this.state === "open" && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /**
   * The record of what this person has seen: asked for on a line of its own.
   * @returns {Promise<unknown>}
   */
  record() {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${this.name}`);
      socket.onopen = () => socket.send(JSON.stringify({ type: "hello", v: 1, token: this.token }));
      socket.onmessage = ({ data }) => {
        resolve(JSON.parse(data).view);
        socket.close();
      };
      socket.onerror = () => reject(new Error("no connection"));
    });
  }
}
