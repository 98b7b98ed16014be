// Hides and shows what is in the page already; without it all of the page can be read.
"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const causes = [...document.querySelectorAll("details.cause")].map((at) => ({
    at, open: at.open, words: at.querySelector("summary").textContent + " " + at.querySelector(".about").textContent,
  }));
  const findings = [...document.querySelectorAll("ol.findings > li")].map((at) => ({
    at, words: (at.textContent + " " + causes.find((c) => c.at.contains(at)).words).toLowerCase(), mark: find("mark-" + at.dataset.n),
  }));
  const text = find("f-text"), said = find("shown");

  function show() {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const f of findings) {
      f.at.hidden = !words.every((w) => f.words.includes(w));
      if (f.mark) f.mark.classList.toggle("unfit", f.at.hidden);
    }
    for (const c of causes) {
      const fit = findings.some((f) => !f.at.hidden && c.at.contains(f.at));
      c.at.hidden = !fit;
      c.at.open = words.length > 0 ? fit : c.open;
    }
    count();
  }

  // What is shown is what neither the words nor the boxes of the page have hidden.
  function count() {
    const hidden = [...document.querySelectorAll(".filters input[data-hides]:not(:checked)")].map((box) => box.dataset.hides);
    const rule = find("f-rule").value;
    const n = findings.filter((f) => !f.at.hidden && !hidden.some((h) => f.at.closest("." + h)) && (!rule || f.at.closest(".rule-" + rule))).length;
    said.textContent = n + " of " + findings.length + " findings shown";
  }

  // A finding that an outline leads to may be in a cause that is closed, and an outline in
  // the picture of another state.
  function reveal() {
    const to = location.hash.length > 1 && find(decodeURIComponent(location.hash.slice(1)));
    if (!to) return;
    for (let d = to.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
    to.scrollIntoView({ block: "center" });
  }

  for (const part of document.querySelectorAll(".with-script")) part.hidden = false;
  text.addEventListener("input", show);
  find("filters").addEventListener("change", count);
  find("unfold").addEventListener("click", () => causes.forEach((c) => { c.at.open = true; c.open = true; }));
  find("fold").addEventListener("click", () => causes.forEach((c) => { c.at.open = false; c.open = false; }));
  addEventListener("hashchange", reveal);
  // On paper nothing can be opened.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    folded.forEach((d) => { d.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((d) => { d.open = false; }));
  count();
  reveal();
})();
