import type { ReactNode } from "react";
import type { ComponentCall } from "../../markdown/env.ts";
import type { Texts } from "../../shared/translate.ts";
import { filterTable } from "./filter-table.tsx";
import { options } from "./options.tsx";
import { tabItem, tabs } from "./tabs.tsx";

/** Components for use in pages, by tag. Rendered once, on the server; their behaviour is in `client/enhance/`. */
export const MARKDOWN_COMPONENTS: Readonly<Record<string, (call: ComponentCall, texts: Texts) => ReactNode>> = {
  FilterTable: filterTable,
  Options: options,
  TabItem: tabItem,
  Tabs: tabs,
};
