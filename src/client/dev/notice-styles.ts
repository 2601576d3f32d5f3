/** Styles of the notices, in a shadow root: they must be readable on any page. */
export const NOTICE_STYLES = `
* { box-sizing: border-box; }
p, pre { margin: 0; }
:host {
  all: initial; font: 14px/1.5 system-ui, sans-serif; position: fixed; inset: auto 12px 12px auto; z-index: 2147483647;
  display: flex; flex-direction: column-reverse; align-items: end; gap: 8px; max-width: calc(100vw - 24px);
}
.overlay {
  width: 720px; max-width: min(100%, 62vw); max-height: 65vh; overflow: auto; padding: 16px 20px;
  background: #1d1f21; color: #f2f2f2; border-top: 4px solid #ff6b6b; border-radius: 6px; box-shadow: 0 8px 32px #0008;
}
@media (max-width: 996px) { .overlay { width: auto; max-width: 100%; } }
.overlay details { margin-top: 16px; }
.overlay article + article { margin-top: 20px; }
.place { font-family: ui-monospace, monospace; font-size: 13px; color: #9ecbff; overflow-wrap: anywhere; }
.message { font-weight: 600; overflow-wrap: anywhere; }
pre {
  margin-top: 8px; padding: 10px 12px; overflow-x: auto; background: #000; color: #e6e6e6;
  font: 13px/1.5 ui-monospace, monospace; tab-size: 4;
}
.hint { margin-top: 4px; color: #c9d1d9; }
.hint::before { content: "Hint: "; }
.place a, .place button { color: inherit; font: inherit; text-decoration: underline; }
.place button { padding: 0; border: 0; background: none; cursor: pointer; overflow-wrap: anywhere; text-align: start; }
.close {
  margin: 0 0 8px 12px;
  float: right; padding: 4px 12px; font: inherit; color: #f2f2f2; background: #3a3d41;
  border: 1px solid #8a8f98; border-radius: 4px; cursor: pointer;
}
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid #9ecbff; outline-offset: 2px; }
.panel {
  max-width: min(560px, 100%); background: #1d1f21; color: #f2f2f2; border: 1px solid #8a8f98; border-radius: 6px;
}
summary { padding: 4px 12px; cursor: pointer; color: #ffd479; }
.notes { max-height: 40vh; overflow: auto; padding: 4px 12px 12px; }
.notes article { margin-top: 8px; }
.notes .message { font-weight: 400; }
.notes .error .message { color: #ff9d9d; }
@media print { :host { display: none; } }
`;
