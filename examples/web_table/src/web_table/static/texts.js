// The words of the application beside the table's own.

/** @typedef {typeof en} Texts */

const en = {
  open: "Open a table", which: "Which game?", turn: "Time for each turn", minutes: (/** @type {number} */ n) => (n < 1 ? `${n * 60} seconds` : n === 1 ? "1 minute" : n > 999 ? "1 day" : `${n} minutes`),
  takeBacks: "Cards may be taken back", majority: "if most agree", all: "if all agree", none: "freely, until somebody plays", never: "never",
  shares: "Everybody adds a share to the shuffle", accusations: "Two may be accused of being partners", opening: "Opening…", openFailed: "The table could not be opened: try again.",
  sitDown: "Sit down", invite: "Invite others", link: "Link to this table", copy: "Copy", copied: "Copied.", renew: "New link: the old one lets nobody sit down", renewed: "The link was renewed: the host has the new one.", code: "The link as a picture to scan",
  name: "Your name", seat: (/** @type {number} */ n) => `Seat ${n}`, empty: (/** @type {number} */ n) => `Seat ${n}: empty`, sit: "Sit here", computer: "Computer player", fill: "Computers for all empty seats", kick: "Ask to leave",
  host: "host", asleep: "asleep", waiting: "The game begins when all seats are taken.", watch: "You are watching.",
  connecting: "Connecting…", sending: "Sending…", gone: "There is no such table.", many: "This table has too many visitors.", late: "We were away: there is more time.",
  paused: "Paused: everybody is asleep. Play to go on.", restored: "This table was restored from a back-up: this is how it stands now.", newer: "This table was made by a newer version: it can only be read here.", closed: "This table is closed.",
  leave: "Get up", back: "Take back", save: "Save record", saved: "Saved as collusion.json.", invitation: "Invite", again: "Another game", close: "Close the table", sure: "Really? Press again.",
  asks: (/** @type {string} */ who) => `${who} wants to take a card back.`, agree: "Agree", object: "No", asked: "You have asked to take a card back.",
  drawing: "The cards are being drawn: everybody adds a share.", checked: (/** @type {number} */ n) => `The shuffle was checked: ${n === 1 ? "your hand" : `your ${n} hands`} came from what was promised before the first share.`,
  unchecked: "The shuffle can't be checked here: this page was not there from the beginning.", cheated: "Beware: the cards are not those that were promised.",
  scored: (/** @type {number} */ n) => `Deal ${n}`, won: (/** @type {string} */ who) => `The game is over: ${who} won`, next: "The next deal comes in a moment.",
  seconds: (/** @type {number} */ n) => `${n} s`, language: "日本語", theme: "Dark or light", and: " and ",
};

/** @type {Texts} */
const ja = {
  open: "テーブルを開く", which: "どのゲーム？", turn: "1手の時間", minutes: (n) => (n < 1 ? `${n * 60}秒` : n > 999 ? "1日" : `${n}分`),
  takeBacks: "待った", majority: "過半数の同意で", all: "全員の同意で", none: "次の人が出すまで自由", never: "なし",
  shares: "全員がシャッフルにシェアを加える", accusations: "パートナー当てあり", opening: "開いています…", openFailed: "テーブルを開けませんでした。もう一度お試しください。",
  sitDown: "席に着く", invite: "招待する", link: "このテーブルのリンク", copy: "コピー", copied: "コピーしました。", renew: "リンクを新しくする（古いリンクでは座れません）", renewed: "リンクは新しくなりました。ホストが知っています。", code: "読み取れるリンク",
  name: "あなたの名前", seat: (n) => `席${n}`, empty: (n) => `席${n}：空席`, sit: "ここに座る", computer: "コンピューター", fill: "空席をすべてコンピューターに", kick: "退席してもらう",
  host: "ホスト", asleep: "居眠り中", waiting: "全席が埋まるとゲームが始まります。", watch: "観戦中です。",
  connecting: "接続中…", sending: "送信中…", gone: "そのようなテーブルはありません。", many: "このテーブルは満員です。", late: "サーバーが遅れたため、時間を延ばします。",
  paused: "全員が居眠り中のため止まっています。プレイすると再開します。", restored: "このテーブルはバックアップから復元されました。今の状態はこのとおりです。", newer: "このテーブルは新しいバージョンで作られています。ここでは見ることしかできません。", closed: "このテーブルは閉じられました。",
  leave: "席を立つ", back: "待った", save: "記録を保存", saved: "collusion.jsonに保存しました。", invitation: "招待", again: "もう1ゲーム", close: "テーブルを閉じる", sure: "本当に？もう一度押してください",
  asks: (who) => `${who}が待ったをかけました。`, agree: "認める", object: "認めない", asked: "待ったをかけました。",
  drawing: "カードを決めています。全員がシェアを加えます。", checked: (n) => `シャッフルを確かめました。あなたの手札${n}回分は、はじめの約束どおりです。`,
  unchecked: "このページははじめからいなかったため、シャッフルを確かめられません。", cheated: "注意：約束と違うカードが配られています。",
  scored: (n) => `第${n}ディール`, won: (who) => `ゲーム終了：${who}の勝ち`, next: "まもなく次のディールです。",
  seconds: (n) => `${n}秒`, language: "English", theme: "明るさ", and: "と",
};

/** @type {Record<string, Texts>} */
export const TEXTS = { en, ja };

/** @param {string} language */
export const textsOf = (language) => TEXTS[language] ?? en;
