// Elements of the page, and the cards on it.

import { cardInWords, pips } from "./texts.js";

// An element with attributes and children. A value of null or false leaves an attribute out, true
// gives it no value, and a function is called on the event that its name says: `onclick`.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(attribute.slice(2), value);
    else mark(made, attribute, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function mark(marked, attribute, value) {
  if (value === null || value === false) marked.removeAttribute(attribute);
  else marked.setAttribute(attribute, value === true ? "" : value);
}

// A label around a field.
export function labelled(text, field) {
  return element("label", {}, element("span", {}, text), field);
}

// A select of values with their texts.
export function choice(attributes, options) {
  const entries = Object.entries(options);
  return element("select", attributes, ...entries.map(([value, text]) => element("option", { value }, text)));
}

// The face of a card such as "TH", a picture made of letters: its name is for the card to give.
export function face(card) {
  const [rank, suit] = card;
  const shown = { "data-rank": rank === "T" ? "10" : rank, "data-pip": pips[suit], "data-suit": suit };
  return element("span", { class: "pg-face", ...shown });
}

// A card on the table, which is read in words.
export function cardOnTable(card) {
  return element("span", { class: "pg-card", role: "img", "aria-label": cardInWords(card) }, face(card));
}
