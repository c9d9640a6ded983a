/* Where the reader is and goes: links to cards, the current chapter, copied links, details opened. */

/* Shows what an address names: the filters give way, the details around it open. */
function goTo(name) {
  const target = name && byId(name);
  if (!target) return;
  const card = target.closest(".card");
  if (practising()) {
    if (card?.classList.contains("current")) return;
    setPractice(false);
  }
  if (target.closest("[hidden]")) resetFilters();
  for (let box = target.parentElement?.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
  const own = target === card ? card.querySelector(".detail") : target.querySelector(":scope > details");
  if (own && target.matches(".card, .references")) own.open = true;
  target.scrollIntoView({ block: "start" });
  /* The chapters on the way get their true height only now. */
  requestAnimationFrame(() => target.scrollIntoView({ block: "start" }));
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

async function copyLink(card) {
  const address = location.href.split("#")[0] + "#" + encodeURIComponent(card.id);
  try {
    await navigator.clipboard.writeText(address);
    say(byId("_said").dataset.copied);
    card.querySelector(".copy").classList.add("done");
    setTimeout(() => card.querySelector(".copy").classList.remove("done"), 1500);
  } catch {
    location.hash = encodeURIComponent(card.id);
    say(byId("_said").dataset.link);
  }
}

/* A card that opens takes the whole row: the place that was clicked stays under the pointer. */
function holdPlace(summary) {
  const before = summary.getBoundingClientRect().top;
  requestAnimationFrame(() => scrollBy({ top: summary.getBoundingClientRect().top - before, behavior: "instant" }));
}

/* What scrolls sideways can be reached by keyboard. */
function makeReachable(body) {
  for (const box of body.querySelectorAll(".scroll, .math, .calc")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
}

function openAll(open) {
  for (const card of cards) {
    const detail = card.shown && card.element.querySelector(".detail");
    if (detail) detail.open = open;
  }
}

/* What a citation or a footnote leads to, for a pointer that rests on it. */
function foretell(event) {
  const link = event.target.closest?.('cite a[href^="#"], sup a[href^="#"]');
  if (link && !link.title) link.title = byId(nameIn(link.hash))?.textContent ?? "";
}

function watchChapters() {
  const strip = document.querySelector(".pipeline");
  const links = new Map(chapters.map(({ element, link }) => [element, link]));
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = links.get(target);
      if (!link) continue;
      if (!isIntersecting) { link.removeAttribute("aria-current"); continue; }
      link.setAttribute("aria-current", "true");
      strip.scrollTo({ left: link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2 });
    }
  }, { rootMargin: "-25% 0px -74% 0px" });
  for (const { element } of chapters) watcher.observe(element);
}

function startNavigation() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    const summary = event.target.closest(".detail > summary");
    const copy = event.target.closest(".copy");
    if (link && !link.matches(".skip")) setTimeout(() => goTo(nameIn(link.hash)));
    else if (summary) holdPlace(summary);
    else if (copy) copyLink(copy.closest(".card"));
  });
  document.addEventListener("pointerover", foretell);
  addEventListener("hashchange", () => goTo(nameIn(location.hash)));
  document.addEventListener("toggle", (event) => { if (event.target.open) makeReachable(event.target); }, true);
  byId("_expand")?.addEventListener("click", () => openAll(true));
  byId("_collapse")?.addEventListener("click", () => openAll(false));
  byId("_print").addEventListener("click", () => print());
  watchChapters();
  goTo(nameIn(location.hash));
}
