/** The stylesheet of the documentation: no fonts, images or scripts from anywhere. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1c2330; --quiet: #5a6475; --line: #dfe3ea; --wash: #f5f7fa; --accent: #0b5cad;
  font: 16px/1.65 system-ui, -apple-system, "Segoe UI", "Noto Sans TC", "Noto Sans CJK TC",
    "PingFang TC", "Microsoft JhengHei", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161d; --ink: #e4e8ef; --quiet: #a0a9b8; --line: #2c3441; --wash: #1a202a; --accent: #7db8f5;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 84rem; padding: 0 2rem 4rem; background: var(--paper); color: var(--ink);
  display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 3rem;
}
header { grid-column: 1 / -1; padding: 2rem 0 1rem; border-bottom: 1px solid var(--line); }
header p { margin: .25rem 0 0; color: var(--quiet); }
nav {
  position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.5rem 0;
  font-size: .9rem;
}
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { padding-left: .9rem; border-left: 1px solid var(--line); }
nav a { display: block; padding: .2rem 0; text-decoration: none; }
main { min-width: 0; }
h1 { margin: 0; font-size: 1.8rem; line-height: 1.3; }
h2 { margin: 2.5rem 0 1rem; font-size: 1.5rem; line-height: 1.3; }
h3 { margin: 2.25rem 0 .5rem; font-size: 1.15rem; line-height: 1.4; }
h4 { margin: 1.5rem 0 .25rem; font-size: .95rem; color: var(--quiet); }
h2 a, h3 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover { text-decoration: underline; }
a { color: var(--accent); }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
p, ul, ol { margin: .5rem 0; max-width: 48rem; }
ul, ol { padding-left: 1.4rem; }
article { border-top: 1px solid var(--line); margin-top: 2rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { font-size: .875em; overflow-wrap: anywhere; }
figure { margin: 1rem 0; }
figcaption { font-size: .875rem; color: var(--quiet); }
pre {
  margin: .25rem 0 0; padding: .75rem 1rem; background: var(--wash); border: 1px solid var(--line);
  border-radius: 6px; line-height: 1.5; white-space: pre-wrap; line-break: anywhere;
}
pre.program { white-space: pre; overflow-x: auto; }
pre code { font-size: .8125rem; }
.route { padding: .5rem .75rem; background: var(--wash); border-radius: 6px; max-width: none; }
.route b { font-size: .8rem; color: var(--accent); margin-right: .25rem; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; margin: .5rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--quiet); white-space: nowrap; }
td strong { font-weight: 600; color: var(--accent); }
td:not(:last-child) { min-width: 4rem; }
td:first-child code { white-space: nowrap; }
small { color: var(--quiet); }
.codes, .names, .states { list-style: none; padding: 0; font-size: .9rem; }
.states { margin: 0; }
.names { display: flex; flex-wrap: wrap; gap: .15rem 1.5rem; }
.schedule { display: flex; flex-wrap: wrap; gap: .4rem; }
.schedule span { padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 99px; font-size: .85rem; }
.schedule b { color: var(--quiet); font-weight: 400; margin-right: .2rem; }
:target { scroll-margin-top: 1rem; }
td :target { background: var(--wash); outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 60rem) {
  body { display: block; padding: 0 1rem 3rem; }
  header { padding-top: 1.25rem; }
  nav { position: static; max-height: none; padding: 1rem 0 0; }
  nav > ul { columns: 2; column-gap: 1.5rem; }
  nav ul ul { padding-left: .75rem; }
}
@media (max-width: 40rem) {
  h1 { font-size: 1.5rem; }
  h2 { font-size: 1.3rem; }
  table, tbody { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; position: relative; padding: .1rem 0 .1rem 5.25rem; border: 0; overflow-wrap: anywhere; }
  td::before {
    content: attr(data-label); position: absolute; left: 0; width: 4.75rem; color: var(--quiet);
    font-size: .8rem; line-height: 1.8;
  }
  td.none, td:first-child::before { display: none; }
  td:first-child { font-weight: 600; padding-left: 0; }
  td:first-child code { white-space: normal; }
}
@media print {
  nav { display: none; }
  body { display: block; }
}
`
