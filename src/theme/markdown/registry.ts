import type { ReactNode } from "react";
import type { ComponentCall } from "../../markdown/env.ts";
import { filterTable } from "./filter-table.tsx";
import { tabItem, tabs } from "./tabs.tsx";

/** Components that pages may use, by tag. Rendered once, on the server; their behaviour is in `client/enhance/`. */
export const MARKDOWN_COMPONENTS: Readonly<Record<string, (call: ComponentCall) => ReactNode>> = {
  FilterTable: filterTable,
  TabItem: tabItem,
  Tabs: tabs,
};
