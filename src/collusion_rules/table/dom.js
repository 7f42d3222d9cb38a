// Elements made by name: whatever people are called or say is text, never HTML.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | false | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>} Attributes */

/**
 * Make an element. An attribute that is false, null or undefined is left out; `on...` are listeners;
 * `--x` are custom properties.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(name), attributes, children));
}

/**
 * Make an element of a picture.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, name), attributes, children));
}

/**
 * @template {HTMLElement | SVGElement | Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {T}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) {
      /** @type {HTMLElement} */ (/** @type {unknown} */ (element)).style.setProperty(name, String(value));
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== false && child !== undefined)
    .map((child) => /** @type {Node | string} */ (child)));
  return element;
}

/**
 * Put other children into an element, only if they differ: what has the focus or is read out stays.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  const other = h("div", {}, ...children);
  if (other.innerHTML !== element.innerHTML) element.replaceChildren(...other.childNodes);
}
