// What the page says in each language. What happens in the game, the library says itself; its words
// for games, seats, suits and statements come from its language files.

import { WORDS } from "./words.js";

export const language = document.documentElement.lang === "ja" ? "ja" : "en";
export const pips = { S: "♠", H: "♥", D: "♦", C: "♣" };

const spoken = WORDS[language];
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "…");

// A number and an English noun, given as a plural.
const counted = (number, noun) => `${number} ${number === 1 ? noun.slice(0, -1) : noun}`;

// What both languages take from the library. A gap in a statement is filled in by the form.
const shared = {
  suits: { S: spoken.suits.spades, H: spoken.suits.hearts, D: spoken.suits.diamonds, C: spoken.suits.clubs },
  games: spoken.rulesets,
  heights: spoken.heights,
  seat: (number) => capital(filled(spoken.parts.seat, { number })),
  statement: (type) => filled(spoken.statements[type === "ask-lead" ? "ask-lead-suit" : type], {}),
  gameOver: (winners) => {
    const { comma, pair, last } = spoken.joints;
    const others = winners.slice(0, -1).join(comma);
    const listed = others ? others + (winners.length === 2 ? pair : last) + winners.at(-1) : winners[0];
    return capital(filled(spoken.events["game-won"], { winners: listed }));
  },
};

const english = {
  aceToTwo: {
    A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight",
    7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two",
  },
  card: (rank, suit) => `${rank} of ${suit}`,

  game: "Game",
  seed: "Seed",
  yourSeat: "Your seat",
  start: "Start",
  startAgain: "Start again",
  loading: "Python is on its way: some 13 megabytes, once …",
  failed: (problem) =>
    `The playground could not start. It needs a site with the playground built, on a web server. (${problem})`,

  table: (deal, trump) => `Deal ${deal}${trump ? `: ${trump} are trumps` : ""}`,
  seats: "Seats, clockwise",
  dealer: "dealer",
  partner: "your partner",
  opponent: "opponent",
  alone: "alone",
  tricks: (tricks) => counted(tricks, "tricks"),
  points: (points) => counted(points, "points"),
  cards: (cards) => `${counted(cards, "cards")} left`,
  led: "led",
  tookIt: "takes it",

  hand: "Your hand",
  declare: "Declare trumps",
  othersAct: "The others are on turn.",
  yourTurn: (legal, cards) => `Your turn: you may play ${legal} of ${cards} cards.`,
  yourDeclaration: "You dealt: declare the trump suit.",
  scored: "The deal is over: see the scores.",
  youWin: "You win the game!",
  rest: "Play the rest for me",
  takeBack: "Take back my last move",
  nextDeal: "Next deal",

  scores: (deal) => `Scores of deal ${deal}`,
  place: "Place",
  player: "Seat",
  total: "Points",

  talk: "Talk",
  say: "Say",
  ownWords: "In your own words",
  fields: { seat: "To", tricks: "Tricks", suit: "Suit", height: "Height", text: "Words" },
  any: "any",

  log: "Log",
  language: "Language of the log",
  session: "Your view in Python",
  record: "Your view as a record",
  copy: "Copy the record",
  copied: "Copied.",
};

const japanese = {
  aceToTwo: {
    A: "A", K: "K", Q: "Q", J: "J", T: "10", 9: "9", 8: "8", 7: "7", 6: "6", 5: "5", 4: "4", 3: "3", 2: "2",
  },
  card: (rank, suit) => `${suit}の${rank}`,

  game: "ゲーム",
  seed: "シード",
  yourSeat: "あなたの席",
  start: "始める",
  startAgain: "始めからやり直す",
  loading: "Python を読み込んでいます（約13メガバイト、最初だけ）…",
  failed: (problem) =>
    `始められませんでした。プレイグラウンドを組み込んだサイトを、ウェブサーバーから開いてください。（${problem}）`,

  table: (deal, trump) => `第${deal}ディール${trump ? `（切り札は${trump}）` : ""}`,
  seats: "席（時計回り）",
  dealer: "ディーラー",
  partner: "パートナー",
  opponent: "対抗チーム",
  alone: "単独プレイヤー",
  tricks: (tricks) => `${tricks}トリック`,
  points: (points) => `${points}点`,
  cards: (cards) => `残り${cards}枚`,
  led: "リード",
  tookIt: "獲得",

  hand: "あなたの手札",
  declare: "切り札の宣言",
  othersAct: "ほかの人の番です。",
  yourTurn: (legal, cards) => `あなたの番です。${cards}枚のうち${legal}枚が出せます。`,
  yourDeclaration: "あなたがディーラーです。切り札のスートを宣言してください。",
  scored: "ディールが終わりました。得点をご覧ください。",
  youWin: "あなたの勝ちです！",
  rest: "残りを代わりに出してもらう",
  takeBack: "自分の最後の手を取り消す",
  nextDeal: "次のディール",

  scores: (deal) => `第${deal}ディールの得点`,
  place: "順位",
  player: "席",
  total: "得点",

  talk: "会話",
  say: "発言する",
  ownWords: "自由な言葉で",
  fields: { seat: "相手", tricks: "トリック", suit: "スート", height: "高さ", text: "言葉" },
  any: "何でも",

  log: "経過",
  language: "経過の言語",
  session: "Python で見たあなたのビュー",
  record: "あなたのビューの記録",
  copy: "記録をコピーする",
  copied: "コピーしました。",
};
export const texts = { ...shared, ...{ en: english, ja: japanese }[language] };

// A card such as "TH", in words.
export function cardInWords(card) {
  return texts.card(texts.aceToTwo[card[0]], texts.suits[card[1]]);
}
