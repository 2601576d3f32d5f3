/** Styles of a report's pages. */
export const REPORT_STYLES = `
:root { color-scheme: light dark; --ins: #d9f2df; --ins-ink: #0b4a1c; --del: #fde2e0; --del-ink: #7a1611; --line: #c9ced6; --soft: #f3f5f8; --link: #0b57b0; }
@media (prefers-color-scheme: dark) {
  :root { --ins: #12401f; --ins-ink: #c5f2d0; --del: #57201c; --del-ink: #ffd5d1; --line: #444b57; --soft: #22262d; --link: #8ab8ff; }
}
* { box-sizing: border-box; }
body { font: 1rem/1.6 system-ui, sans-serif; margin: 0 auto; max-width: 90rem; overflow-wrap: anywhere; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.2rem; }
a { color: var(--link); }
code, pre { background: var(--soft); border-radius: 4px; font: .875em/1.5 ui-monospace, monospace; }
code { padding: .1em .3em; }
pre { overflow-x: auto; padding: .75rem; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: start; vertical-align: top; }
img, svg { height: auto; max-width: 100%; }
ins { background: var(--ins); color: var(--ins-ink); text-decoration: underline; }
del { background: var(--del); color: var(--del-ink); text-decoration: line-through; }
:target + del, :target + ins { outline: 2px solid; }
figure { margin: 1rem 0; }
label { margin-inline-end: 1ch; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.loss { border-inline-start: 4px solid var(--del-ink); padding-inline-start: 1rem; }
.jumps { background: Canvas; border-block-end: 1px solid var(--line); margin: .5rem 0; padding: .5rem 0; position: sticky; top: 0; z-index: 1; }
.jumps a { display: inline-block; min-width: 24px; text-align: center; }
[id^="c"] { scroll-margin-top: 6rem; }
.texts { display: grid; gap: 2rem; }
.texts > div { max-width: 48rem; min-width: 0; }
.before, .after > h2:first-child { display: none; }
#beside:checked ~ .texts > .before, #beside:checked ~ .texts > .after > h2:first-child { display: block; }
#beside:checked ~ .texts > .after del { display: none; }
@media (min-width: 60rem) { #beside:checked ~ .texts { grid-template-columns: 1fr 1fr; } }
`;
