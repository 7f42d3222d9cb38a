// A table that is wider than its page can be scrolled with the keyboard, and has a name: the heading above it.

function reach() {
  const headings = [...document.querySelectorAll(".md-content :is(h1, h2, h3, h4)")];
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (wrap.scrollWidth <= wrap.clientWidth) {
      for (const name of ["tabindex", "role", "aria-label"]) wrap.removeAttribute(name);
      continue;
    }
    const above = headings.filter(
      (heading) => heading.compareDocumentPosition(wrap) & Node.DOCUMENT_POSITION_FOLLOWING);
    const named = above.at(-1)?.cloneNode(true);
    named?.querySelector(".headerlink")?.remove();
    wrap.setAttribute("tabindex", "0");
    wrap.setAttribute("role", "group");
    wrap.setAttribute("aria-label", named?.textContent.trim() || document.title);
  }
}

// The theme wraps tables once the page is there; their width changes with the window and the fonts.
const observer = new ResizeObserver(reach);
document$.subscribe(() => document.querySelectorAll("article").forEach((article) => observer.observe(article)));
