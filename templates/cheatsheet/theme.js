/* What the other parts stand on, and light or dark: the system's choice until the reader makes one. */
const root = document.documentElement;
const byId = (name) => document.getElementById(name);

/* Storage may be missing or forbidden, for files above all: then choices last as long as the page. */
const kept = {
  read(name) {
    try { return localStorage.getItem("cardpress." + name); } catch { return null; }
  },
  write(name, value) {
    try {
      if (value === null) localStorage.removeItem("cardpress." + name);
      else localStorage.setItem("cardpress." + name, value);
    } catch { /* see above */ }
  },
};

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light")) === "dark";

function choose(theme) {
  const own = theme === (systemIsDark.matches ? "dark" : "light") ? null : theme;
  kept.write("theme", own);
  if (own) root.dataset.theme = own;
  else delete root.dataset.theme;
}

function startTheme() {
  const button = byId("_theme");
  const show = () => button.setAttribute("aria-pressed", isDark());
  button.addEventListener("click", () => { choose(isDark() ? "light" : "dark"); show(); });
  systemIsDark.addEventListener("change", show);
  show();
}

/* Before the first paint. */
root.classList.add("scripted");
const chosen = kept.read("theme");
if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
