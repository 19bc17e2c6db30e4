"""How the HTML file looks, on a light and a dark screen and on paper, and its search."""

STYLE = """
:root { --ink: #17211d; --soft: #56655e; --line: #d8dfdb; --panel: #f5f8f6; --paper: #fff; --mark: #14523f;
  --brass: #7a5a12; --warn: #fbf3df; --red: #b3202b; --good: #14663f; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef2ee; --soft: #a9b8b1; --line: #2b3a35;
  --panel: #16201d; --paper: #0e1413; --mark: #7fd6a4; --brass: #ecca86; --warn: #2a2413; --red: #ff8a75;
  --good: #7fd6a4; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 7rem; }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: break-word;
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Helvetica, Arial, sans-serif; }
.wrap { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .4rem; letter-spacing: -.015em; }
h2 { font-size: 1.6rem; margin: 3.5rem 0 .3rem; letter-spacing: -.01em; }
h3 { font-size: 1.15rem; margin: 2.4rem 0 .6rem; padding-bottom: .3rem;
  border-bottom: 2px solid var(--mark); }
h4 { font: 600 .82rem/1.5 ui-monospace, Menlo, Consolas, monospace; color: var(--brass); margin: 0; }
h3 span { color: var(--soft); font-weight: 500; }
p { margin: .3rem 0; max-width: 48rem; }
a { color: var(--mark); text-underline-offset: 3px; }
.lead, .small { color: var(--soft); } .small { font-size: .84rem; }
.search { position: sticky; top: 0; z-index: 2; padding: .7rem 0; background: var(--paper);
  border-bottom: 1px solid var(--line); }
.search input { width: 100%; padding: .6rem .8rem; font: inherit; color: inherit; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px; }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
nav ol { columns: 2 16rem; padding: 0; list-style: none; margin: .6rem 0; font-size: .93rem; }
article { padding: .8rem 0 .8rem calc(var(--depth) * clamp(.6rem, 2vw, 1.4rem));
  border-bottom: 1px solid var(--line); }
article:target { background: var(--warn); box-shadow: 0 0 0 .6rem var(--warn); }
.says { font-size: 1.03rem; }
.tag { display: inline-block; margin-left: .5rem; padding: 0 .55rem; border: 1px solid var(--line);
  border-radius: 99px; font: 600 .74rem/1.6 system-ui, sans-serif; color: var(--soft); }
.tag.refused, .tag.computed { color: var(--good); border-color: currentColor; }
.reading { margin: .6rem 0; padding: .55rem .8rem; background: var(--warn);
  border-left: 3px solid var(--brass); border-radius: 0 8px 8px 0; }
details { margin: .45rem 0; } summary { cursor: pointer; color: var(--mark); font-weight: 600;
  font-size: .9rem; }
table { border-collapse: collapse; margin: .4rem 0 .8rem; font-size: .9rem;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .2rem 0; }
th, td { text-align: left; vertical-align: top; font-weight: 400; padding: .22rem 1rem .22rem 0;
  border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; font-size: .8rem; }
td.n { text-align: right; }
.scroll { overflow-x: auto; }
code, .mono { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .82rem; }
ul.plain { margin: .3rem 0; padding-left: 1.1rem; font-size: .84rem; }
.card { display: inline-block; min-width: 2.1em; margin: 0 .15rem .15rem 0; padding: .1rem .3rem;
  text-align: center; border: 1px solid var(--line); border-radius: 5px; background: #fcfaf4; color: #16191d;
  font-weight: 700; font-size: .9rem; }
.card.red { color: #b3202b; }
.side { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; padding: .6rem 0;
  border-bottom: 1px solid var(--line); }
.side table { grid-column: 1 / -1; }
[hidden] { display: none !important; }
footer { margin-top: 3rem; color: var(--soft); font-size: .82rem; }
@media (max-width: 40rem) { .side { grid-template-columns: 1fr; gap: .6rem; } h1 { font-size: 1.6rem; } }
@media print {
  :root { --ink: #000; --soft: #444; --line: #bbb; --panel: #fff; --paper: #fff; --mark: #000; --brass: #000;
    --warn: #f3f3f3; --red: #000; --good: #000; color-scheme: light; }
  @page { margin: 16mm 15mm; }
  body { font-size: 10pt; } .wrap { max-width: none; padding: 0; } .search, .search * { display: none; }
  h2 { break-before: page; } h3, h4 { break-after: avoid; } article, tr { break-inside: avoid; }
  .scroll { overflow: visible; }
}
"""

SEARCH = """
const field = document.getElementById("find"), said = document.getElementById("found");
const clauses = [...document.querySelectorAll("article")].map((each) =>
  [each, (each.id + " " + each.textContent).toLowerCase()]);
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const [each, text] of clauses) {
    each.hidden = !words.every((word) => text.includes(word));
    count += each.hidden ? 0 : 1;
  }
  for (const each of document.querySelectorAll("section.part"))
    each.hidden = !each.querySelector("article:not([hidden])");
  said.textContent = words.length ? count + (count === 1 ? " clause" : " clauses") : "";
});
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details.shown")) each.open = true;
});
"""
