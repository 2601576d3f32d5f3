import type { ReactNode } from "react";
import { Link } from "./Link.tsx";

/** What a reader sees at an address that doesn't exist. */
export function NotFound(): ReactNode {
  return (
    <div className="not-found">
      <h1>Page Not Found</h1>
      <p>We could not find what you were looking for.</p>
      <p>
        Please contact the owner of the site that linked you to the original address and let them know that their link
        is broken. The <Link to="/">home page</Link> and the search know everything that is here.
      </p>
    </div>
  );
}
