// <Tabs groupId="pm">
// <TabItem value="npm" label="npm" default>
import type { ReactNode } from "react";
import type { ComponentCall, PropValue } from "../../markdown/env.ts";
import { type Texts, translate } from "../../shared/translate.ts";

const LABEL = { id: "theme.Tabs.label", message: "Variants" };

/** Tabs as radio buttons, so that they work without JavaScript and with arrow keys. */
export function tabs({ props, children, number }: ComponentCall, texts: Texts): ReactNode {
  const items = children.filter(({ name }) => name === "TabItem").map((item) => labelled(item, props.values));
  const chosen =
    items.find((item) => item.props.default === true || item.props.value === props.defaultValue) ?? items[0];
  const group = typeof props.groupId === "string" ? props.groupId : undefined;
  const query = props.queryString === true ? group : props.queryString;
  return (
    <div className="tabs" data-group={group} data-query={typeof query === "string" ? query : undefined}>
      <div className="tab-list" role="radiogroup" aria-label={String(props.label ?? translate(texts, LABEL))}>
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

/** A tab with the label that the list `values` of its group gives it. */
function labelled(item: ComponentCall, values: PropValue | undefined): ComponentCall {
  const found = Array.isArray(values) ? values.find((one) => one?.value === item.props.value) : undefined;
  return { ...item, props: { ...found, ...item.props } };
}

/** A tab: `Tabs` renders its content; outside of `Tabs` it renders it itself. */
export function tabItem({ html }: ComponentCall): ReactNode {
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

function tabLabel(item: ComponentCall): string {
  return String(item.props.label ?? tabValue(item));
}

function tabValue(item: ComponentCall): string {
  return String(item.props.value ?? item.props.label ?? item.number);
}
