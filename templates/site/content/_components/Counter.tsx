import { type ReactNode, useState } from "react";

/** A component for pages: `<Counter start={3} />`. docgen renders it, and it runs in the browser once it is visible. */
export default function Counter({ start = 0 }: { readonly start?: number }): ReactNode {
  const [count, setCount] = useState(start);
  return (
    <button type="button" className="button" onClick={() => setCount(count + 1)}>
      Pressed: {count}
    </button>
  );
}
