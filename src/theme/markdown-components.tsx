import type { ReactNode } from "react";
import type { ComponentCall, ComponentKind } from "../markdown/env.ts";
import { BADGE_TYPES, type BadgeType, badgeClass } from "../shared/badge.ts";
import { type Texts, translate } from "../shared/translate.ts";

const FILTER_LABEL = { id: "theme.FilterTable.label", message: "Filter the table" };
const TABS_LABEL = { id: "theme.Tabs.label", message: "Variants" };

/** Values of an attribute that takes any. */
const ANY: readonly string[] = [];

interface MarkdownComponent extends ComponentKind {
  readonly render: (call: ComponentCall, texts: Texts) => ReactNode;
}

/** Components for use in pages, by tag. Rendered once, on the server; their behaviour is in `client/enhance/`. */
export const MARKDOWN_COMPONENTS: Readonly<Record<string, MarkdownComponent>> = {
  // <Badge type="tip">0.20</Badge>: a word about the text before it.
  Badge: {
    place: "inline",
    content: "text",
    attributes: { type: BADGE_TYPES },
    render: ({ props, html }) => (
      <span className={badgeClass((props.type ?? "note") as BadgeType)} dangerouslySetInnerHTML={{ __html: html }} />
    ),
  },
  // The list of pages is a slot of the document.
  DocCardList: { place: "block", content: "none", attributes: {}, render: () => null },
  // <FilterTable label="Filter formats">: a table with a text box that filters its rows by the words typed.
  FilterTable: {
    place: "block",
    content: "table",
    attributes: { label: ANY },
    render: ({ props, html }, texts) => (
      <div className="filter-table" data-label={String(props.label ?? translate(texts, FILTER_LABEL))}>
        <div className="filter-box" />
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    ),
  },
  // <Kbd>Esc</Kbd>
  Kbd: {
    place: "inline",
    content: "text",
    attributes: {},
    render: ({ html }) => <kbd dangerouslySetInnerHTML={{ __html: html }} />,
  },
  // <Options of="ParsingOptions">: tables or lists with a link to each row, compared with the members of a type.
  Options: {
    place: "block",
    attributes: { of: ANY, except: ANY, also: ANY },
    render: ({ html }) => <div className="options" dangerouslySetInnerHTML={{ __html: html }} />,
  },
  // <Signature of="utils.sheet_to_json" />: the code of a declaration, which is put between its tags.
  Signature: {
    place: "block",
    attributes: { of: ANY },
    render: ({ html }) => <div className="signature" dangerouslySetInnerHTML={{ __html: html }} />,
  },
  // <TabItem value="npm" label="npm" default>: `Tabs` renders its content; outside of `Tabs` it does so itself.
  TabItem: {
    place: "block",
    content: "text",
    attributes: { value: ANY, label: ANY, default: ANY },
    render: ({ html }) => <div dangerouslySetInnerHTML={{ __html: html }} />,
  },
  // <Tabs groupId="pm">
  Tabs: {
    place: "block",
    content: "tab",
    attributes: { groupId: ANY, queryString: ANY, defaultValue: ANY, values: ANY, label: ANY },
    render: tabs,
  },
};

/** Tabs as radio buttons, so that they work without JavaScript and with arrow keys. */
function tabs({ props, children, number }: ComponentCall, texts: Texts): ReactNode {
  const entries = Array.isArray(props.values) ? props.values.map((entry) => entry?.value) : [];
  const rank = ({ props: { value } }: ComponentCall) =>
    entries.includes(value) ? entries.indexOf(value) : entries.length;
  const items = children.filter(({ name }) => name === "TabItem").sort((a, b) => rank(a) - rank(b));
  const chosen =
    items.find((item) => item.props.default === true || item.props.value === props.defaultValue) ?? items[0];
  const group = typeof props.groupId === "string" ? props.groupId : undefined;
  const query = props.queryString === true ? group : props.queryString;
  return (
    <div className="tabs" data-group={group} data-query={typeof query === "string" ? query : undefined}>
      <div className="tab-list" role="radiogroup" aria-label={String(props.label ?? translate(texts, TABS_LABEL))}>
        {items.map((item) => (
          <label key={item.number}>
            <input
              type="radio"
              name={`docgen-tabs-${number}`}
              value={tabValue(item)}
              defaultChecked={item === chosen}
            />
            <span>{tabLabel(item)}</span>
          </label>
        ))}
      </div>
      {items.map((item) => (
        <div
          key={item.number}
          className="tab-panel"
          data-label={tabLabel(item)}
          dangerouslySetInnerHTML={{ __html: item.html }}
        />
      ))}
    </div>
  );
}

function tabLabel(item: ComponentCall): string {
  return String(item.props.label ?? tabValue(item));
}

function tabValue(item: ComponentCall): string {
  return String(item.props.value ?? item.props.label ?? item.number);
}
