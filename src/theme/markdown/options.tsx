// <Options>
import type { ReactNode } from "react";
import type { ComponentCall } from "../../markdown/env.ts";

/** Tables whose rows can be linked to. */
export function options({ html }: ComponentCall): ReactNode {
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
