// What a person can say at the table: the statements of the library, and a form for them.

import { choice, element, labelled } from "./elements.js";
import { pips, texts } from "./texts.js";

// What each statement needs to be told.
const FIELDS = {
  "aim": ["tricks"],
  "no-more": [],
  "ask-aim": ["tricks"],
  "ask-more": ["seat"],
  "ask-lead": ["suit", "height"],
  "ask-not-lead": ["suit"],
  "ask-what-to-lead": ["seat"],
  "ask-what-not-to-lead": ["seat"],
  "offer-lead": ["seat"],
  "offer": ["seat", "tricks"],
  "agree": ["seat", "tricks"],
  "retract": [],
  "words": ["text"],
};

// The form; `say` is called with the statement, as records have it.
export function talkForm(say) {
  const suits = Object.fromEntries(Object.entries(pips).map(([suit, pip]) => [suit, `${pip} ${texts.suits[suit]}`]));
  const fields = {
    seat: element("select", { name: "seat" }),
    tricks: element("input", { name: "tricks", type: "number", min: 0, max: 16, value: 4, required: true }),
    suit: choice({ name: "suit" }, { "": texts.any, ...suits }),
    height: choice({ name: "height" }, { "": texts.any, ...texts.heights }),
    text: element("input", { name: "text", maxlength: 500, required: true, autocomplete: "off" }),
  };
  const labels = Object.keys(FIELDS).map((kind) => [kind, kind === "words" ? texts.ownWords : texts.statement(kind)]);
  const type = choice({ name: "type", onchange: showFields }, Object.fromEntries(labels));
  const fieldLabels = Object.entries(fields).map(([name, field]) => labelled(texts.fields[name], field));
  const form = element(
    "form",
    { class: "pg-form", onsubmit: submitted },
    labelled(texts.talk, type),
    ...fieldLabels,
    element("button", { class: "md-button" }, texts.say),
  );

  function showFields() {
    for (const [name, field] of Object.entries(fields)) {
      field.disabled = !FIELDS[type.value].includes(name);
      field.parentElement.hidden = field.disabled;
    }
    // One may ask for any lead, but asks not to lead one suit.
    const mustName = type.value === "ask-not-lead";
    fields.suit.options[0].disabled = mustName;
    if (mustName && fields.suit.value === "") fields.suit.value = "S";
  }

  function submitted(event) {
    event.preventDefault();
    const told = FIELDS[type.value].map((name) => [name, valueOf(name)]);
    say({ type: type.value, ...Object.fromEntries(told) });
    fields.text.value = "";
  }

  function valueOf(name) {
    const { value } = fields[name];
    if (name === "seat" || name === "tricks") return Number(value);
    return value === "" ? null : value;
  }

  // Offer the other seats, and free text only where the rules do.
  function update(shown) {
    const others = shown.players.map((_, seat) => seat).filter((seat) => seat !== shown.seat);
    if (fields.seat.length !== others.length || fields.seat.dataset.own !== String(shown.seat)) {
      fields.seat.replaceChildren(...others.map((seat) => element("option", { value: seat }, texts.seat(seat))));
      fields.seat.dataset.own = shown.seat;
    }
    type.querySelector("[value=words]").disabled = !shown.words;
    form.hidden = !shown.talk;
  }

  showFields();
  return { form, update };
}
