// What the page says in each language. What happens in the game, the library says itself.

const english = {
  aceToTwo: {
    A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight",
    7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two",
  },
  suits: { S: "spades", H: "hearts", D: "diamonds", C: "clubs" },
  card: (rank, suit) => `${rank} of ${suit}`,

  game: "Game",
  games: {
    "parlett": "Parlett's Collusion",
    "parlett-50": "Parlett's Collusion to 50",
    "secret-partners": "Secret partners",
    "open-collusion": "Open Collusion",
    "rotation-collusion": "Rotation Collusion",
    "triple-collusion": "Triple Collusion",
  },
  seed: "Seed",
  yourSeat: "Your seat",
  seat: (seat) => `Seat ${seat}`,
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
  tricks: (tricks) => `${tricks} ${tricks === 1 ? "trick" : "tricks"}`,
  points: (points) => `${points} ${points === 1 ? "point" : "points"}`,
  cards: (cards) => `${cards} ${cards === 1 ? "card" : "cards"} left`,
  led: "led",
  tookIt: "takes it",

  hand: "Your hand",
  declare: "Declare trumps",
  othersAct: "The others are on turn.",
  yourTurn: (legal, cards) => `Your turn: you may play ${legal} of ${cards} cards.`,
  yourDeclaration: "You dealt: declare the trump suit.",
  scored: "The deal is over: see the scores.",
  won: (names, you) => (you && names.length === 1 ? "You win the game!" : `The game is over, won by ${names.join(" and ")}.`),
  rest: "Play the rest for me",
  takeBack: "Take back my last move",
  nextDeal: "Next deal",

  scores: (deal) => `Scores of deal ${deal}`,
  place: "Place",
  player: "Seat",
  total: "Points",

  talk: "Talk",
  say: "Say",
  statements: {
    "aim": "I am aiming for … tricks",
    "no-more": "I will probably take no more tricks",
    "ask-aim": "Who else is aiming for … tricks?",
    "ask-more": "Seat …, are you likely to win another trick?",
    "ask-lead": "Please lead …",
    "ask-not-lead": "Please don't lead …",
    "ask-what-to-lead": "Seat …, which suit do you want me to lead?",
    "ask-what-not-to-lead": "Seat …, which suit should I not lead?",
    "offer-lead": "Seat …, I can give you the lead",
    "offer": "Seat …, let us both take … tricks",
    "agree": "Seat …, agreed: both of us … tricks",
    "retract": "I take back what I offered and agreed",
    "words": "In your own words",
  },
  fields: { seat: "To", tricks: "Tricks", suit: "Suit", height: "Height", text: "Words" },
  any: "any",
  heights: { high: "high", low: "low" },

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
  suits: { S: "スペード", H: "ハート", D: "ダイヤ", C: "クラブ" },
  card: (rank, suit) => `${suit}の${rank}`,

  game: "ゲーム",
  games: {
    "parlett": "コルージョン（パーレット版）",
    "parlett-50": "コルージョン（パーレット版、50点）",
    "secret-partners": "秘密のパートナー",
    "open-collusion": "オープンコルージョン",
    "rotation-collusion": "ローテーションコルージョン",
    "triple-collusion": "トリプルコルージョン",
  },
  seed: "シード",
  yourSeat: "あなたの席",
  seat: (seat) => `席${seat}`,
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
  won: (names, you) => (you && names.length === 1 ? "あなたの勝ちです！" : `ゲーム終了。勝者は${names.join("と")}です。`),
  rest: "残りを代わりに出してもらう",
  takeBack: "自分の最後の手を取り消す",
  nextDeal: "次のディール",

  scores: (deal) => `第${deal}ディールの得点`,
  place: "順位",
  player: "席",
  total: "得点",

  talk: "会話",
  say: "発言する",
  statements: {
    "aim": "…トリックを狙っています",
    "no-more": "もうトリックは取らないと思います",
    "ask-aim": "ほかに…トリックを狙っている人は？",
    "ask-more": "席…、まだトリックを取れそうですか？",
    "ask-lead": "…をリードしてください",
    "ask-not-lead": "…はリードしないでください",
    "ask-what-to-lead": "席…、どのスートをリードしてほしいですか？",
    "ask-what-not-to-lead": "席…、リードしてほしくないスートはどれですか？",
    "offer-lead": "席…、あなたにリードを渡せます",
    "offer": "席…、おたがいに…トリック取りましょう",
    "agree": "席…、了解、おたがいに…トリックですね",
    "retract": "提案と合意を取り消します",
    "words": "自由な言葉で",
  },
  fields: { seat: "相手", tricks: "トリック", suit: "スート", height: "高さ", text: "言葉" },
  any: "何でも",
  heights: { high: "高い", low: "低い" },

  log: "経過",
  language: "経過の言語",
  session: "Python で見たあなたのビュー",
  record: "あなたのビューの記録",
  copy: "記録をコピーする",
  copied: "コピーしました。",
};
export const language = document.documentElement.lang === "ja" ? "ja" : "en";
export const texts = { en: english, ja: japanese }[language];
export const pips = { S: "♠", H: "♥", D: "♦", C: "♣" };

// A card such as "TH", in words.
export function cardInWords(card) {
  return texts.card(texts.aceToTwo[card[0]], texts.suits[card[1]]);
}
