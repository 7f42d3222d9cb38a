// What this browser keeps: the game, the choices of the start; and the files, for a visit without a network.

const GAME = "collusion-rules:game";
const CHOICES = "collusion-rules:choices";

/** @param {string} key */
function got(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 * @returns whether it is kept
 */
function put(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The game of the last visit, as the sitting keeps it; nothing if there is none. */
export const keptGame = () => got(GAME);
export const keepGame = (/** @type {string} */ text) => put(GAME, text);
export const dropGame = () => { try { localStorage.removeItem(GAME); } catch { /* nothing was kept */ } };

/** @returns {Record<string, string>} what was chosen last */
export function keptChoices() {
  try {
    return JSON.parse(got(CHOICES) ?? "{}");
  } catch {
    return {};
  }
}
export const keepChoices = (/** @type {Record<string, string>} */ choices) => put(CHOICES, JSON.stringify(choices));

/** Let a service worker keep the files, so that the next visit is fast and needs no network. */
export async function keepFiles() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url));
    if (navigator.serviceWorker.controller) return;
    await Promise.race([
      new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true })),
      new Promise((resolve) => setTimeout(resolve, 2_000)),
    ]);
  } catch { /* the page works without, as a site that is not built for publishing shows */ }
}

/** Keep what the page itself is made of too: it was fetched before the service worker was there. */
export function keepPage() {
  const files = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.startsWith(location.origin));
  navigator.serviceWorker?.controller?.postMessage({ keep: [...files, location.origin + location.pathname] });
}
