import { type ReactNode, useState } from "react";

const DONE_MS = 1500;

interface CopiedCodeProps {
  readonly lang: string;
  readonly caption?: string;
  /** The text that the button copies. */
  readonly text: string;
  /** The text, highlighted. */
  readonly children?: ReactNode;
}

/** A block of code with a button that copies it, as the blocks in pages of Markdown have. */
export function CopiedCode({ lang, caption, text, children }: CopiedCodeProps): ReactNode {
  const [state, setState] = useState<"copied" | "failed">();
  const tell = (next: "copied" | "failed") => {
    setState(next);
    setTimeout(() => setState(undefined), DONE_MS);
  };
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => tell("copied"),
      () => tell("failed"),
    );
  const title = state === undefined ? "Copy code" : { copied: "Copied", failed: "Copying is not allowed here" }[state];
  return (
    <figure className={caption === undefined ? "code low" : "code"} data-lang={lang}>
      {caption === undefined ? null : <figcaption>{caption}</figcaption>}
      <pre tabIndex={0}>
        <code>{children ?? text}</code>
      </pre>
      <div className="code-buttons">
        <button
          type="button"
          className="copy"
          title={title}
          aria-label={title}
          data-state={state}
          onClick={() => void copy()}
        />
      </div>
    </figure>
  );
}
