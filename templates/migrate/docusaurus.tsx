// What pages written for Docusaurus use of its theme, made of docgen's.
import { useLocale, useTranslate, useUrl } from "docgen/theme";
import {
  Children,
  type ComponentType,
  createElement,
  Fragment,
  isValidElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from "react";

type Props = { readonly children?: ReactNode; readonly [name: string]: unknown };

/** @param isLive whether the page runs code in browsers */
export function Layout({ children, isLive }: Props & { readonly isLive?: boolean }): ReactNode {
  return isLive === true ? <Live>{children}</Live> : children;
}

/** A part of a React page for which docgen runs the page as soon as the browser is idle. */
function Live({ children }: Props): ReactNode {
  return (
    <div data-interactive="" style={{ display: "contents" }}>
      {children}
    </div>
  );
}

export function Head(): ReactNode {
  return null;
}

/** Returns a function that adds the base URL to addresses that don't begin with it. */
function useSiteUrl() {
  const url = useUrl();
  const { baseUrl } = SETTINGS.siteConfig;
  return (address: string) => (baseUrl !== "/" && address.startsWith(baseUrl) ? address : url(address));
}

export function useBaseUrl(address: string): string {
  return useSiteUrl()(address);
}

export function useBaseUrlUtils() {
  return { withBaseUrl: useSiteUrl() };
}

export function Link({
  to,
  href,
  children,
  isNavLink: _,
  ...rest
}: Props & { readonly to?: string; readonly href?: string; readonly isNavLink?: boolean }): ReactNode {
  const address = to ?? href ?? "";
  const url = useSiteUrl();
  return (
    <a href={address.startsWith("/") ? url(address) : address} {...rest}>
      {children}
    </a>
  );
}

/** Opens the search; without JavaScript, a link to the page of all results. */
export function SearchBar(): ReactNode {
  const text = { id: "theme.SearchBar.label", message: "Search" };
  return (
    <Link to="/search" className="search-button">
      <Translate text={text} />
    </Link>
  );
}

type Navbar = { readonly title?: string; readonly logo?: { readonly src: string; readonly alt?: string } };

/** The logo of the navbar, and the title beside it. */
export function Logo({
  imageClassName = "",
  titleClassName = "",
  ...rest
}: Props & { readonly imageClassName?: string; readonly titleClassName?: string }): ReactNode {
  const { logo, title } = (SETTINGS.siteConfig.themeConfig as { readonly navbar?: Navbar }).navbar ?? {};
  return (
    <Link to="/" {...rest}>
      {logo === undefined ? null : <Picture address={logo.src} alt={logo.alt ?? ""} className={imageClassName} />}
      <b className={titleClassName}>{title}</b>
    </Link>
  );
}

export function Heading({
  as: Tag = "h2",
  children,
  ...rest
}: Props & { readonly as?: "h1" | "h2" | "h3" | "h4" | "h5" | "h6" }): ReactNode {
  return <Tag {...rest}>{children}</Tag>;
}

/** Of the configuration of Docusaurus. */
const SETTINGS = {
  siteConfig: { title: "", tagline: "", url: "", baseUrl: "/", customFields: {}, themeConfig: {} },
  i18n: { defaultLocale: "en", locales: ["en"] },
  versions: [{ name: "current", label: "Next", path: "/docs", isLast: true }],
  globalData: {} as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
};

type Text = { readonly id?: string; readonly message?: string };

/** A text in the language of the page, with values or elements in the place of their names in braces. */
export function Translate({
  text,
  id,
  values = {},
  children,
}: Props & { readonly text?: Text; readonly id?: string; readonly values?: Readonly<Record<string, ReactNode>> }) {
  const own = text ?? { ...(id === undefined ? {} : { id }), message: String(children) };
  const parts = translate(own).split(/\{(\w+)\}/);
  const shown = parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? `{${part}}`)));
  return createElement(Fragment, null, ...shown);
}

/** Translates for the page in a browser, also where no component is rendered, such as in an event handler. */
let translateShown = (text: Text, values: Readonly<Record<string, string | number>>): string =>
  interpolate(text.message ?? text.id ?? "", values);

/** A text in the language of the page. In code that runs when its module is loaded, it is as written. */
export function translate(text: Text, values: Readonly<Record<string, string | number>> = {}): string {
  try {
    // biome-ignore lint/correctness/useHookAtTopLevel: it reads a context alone, for which the order does not matter
    const inPage = useTranslate();
    if (ExecutionEnvironment.canUseDOM) translateShown = inPage;
    return inPage(text, values);
  } catch {
    return translateShown(text, values);
  }
}

/** A text with elements in the place of their names in braces. */
export const Interpolate = Translate;

export function interpolate(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The configuration, for code that runs outside of components. */
export const siteConfig = SETTINGS.siteConfig;

export function useDocusaurusContext() {
  const { i18n } = SETTINGS;
  return { siteConfig, i18n: { ...i18n, currentLocale: useLocale() } };
}

/** A page that gets the configuration as `config`. */
export function withConfig(Page: ComponentType<{ readonly config: object }>) {
  return (props: object): ReactNode => <Page config={useDocusaurusContext().siteConfig} {...props} />;
}

export function useDateTimeFormat(options: Intl.DateTimeFormatOptions = {}) {
  return new Intl.DateTimeFormat(useLocale(), options);
}

export function useThemeConfig() {
  return SETTINGS.siteConfig.themeConfig;
}

export function clsx(...names: readonly unknown[]): string {
  return names
    .flatMap((name) =>
      typeof name === "object" && name !== null
        ? Object.entries(name).flatMap(([key, isOn]) => (isOn ? [key] : []))
        : [name],
    )
    .filter(Boolean)
    .join(" ");
}

/** React doesn't check the types of properties any more. */
const anyType: (...types: readonly unknown[]) => unknown = () => anyType;
export const PropTypes = new Proxy(anyType, { get: () => PropTypes });

/** An image that Docusaurus makes a component of. */
export function picture(address: string) {
  return (props: { readonly [name: string]: unknown }): ReactNode => <Picture address={address} {...props} />;
}

function Picture({ address, ...rest }: { readonly address: string; readonly [name: string]: unknown }): ReactNode {
  return <img src={useBaseUrl(address)} alt="" {...rest} />;
}

export function ThemedImage({
  sources: { light = "", dark = light },
  alt = "",
  className = "",
  ...rest
}: Props & {
  readonly sources: { readonly light?: string; readonly dark?: string };
  readonly alt?: string;
}): ReactNode {
  const url = useSiteUrl();
  const image = (address: string, mode: string) => (
    <img src={url(address)} alt={alt} className={clsx(className, mode)} {...rest} />
  );
  return light === dark ? image(light, "") : [image(light, "light-only"), image(dark, "dark-only")].map(keyed);
}

function keyed(node: ReactNode, key: number): ReactNode {
  return <Fragment key={key}>{node}</Fragment>;
}

export function IdealImage({ img, alt = "", ...rest }: Props & { readonly img?: unknown; readonly alt?: string }) {
  const { default: address = img } = (img ?? {}) as { readonly default?: unknown };
  return <img src={useBaseUrl(String(address))} alt={alt} loading="lazy" {...rest} />;
}

export function CodeBlock({
  language,
  className,
  title,
  children,
}: Props & { readonly language?: string; readonly className?: string; readonly title?: ReactNode }): ReactNode {
  const name = language ?? /language-(\S+)/.exec(className ?? "")?.[1] ?? "text";
  return (
    <figure className="code" data-lang={name}>
      {title === undefined ? null : <figcaption>{title}</figcaption>}
      <pre tabIndex={0}>
        <code>{typeof children === "string" ? `${children.trimEnd()}\n` : children}</code>
      </pre>
    </figure>
  );
}

export function Code({ children, ...rest }: Props): ReactNode {
  return typeof children === "string" && children.includes("\n") ? (
    <CodeBlock {...rest}>{children}</CodeBlock>
  ) : (
    <code {...rest}>{children}</code>
  );
}

export function Img({ alt = "", ...rest }: Props & { readonly alt?: string }): ReactNode {
  return <img loading="lazy" alt={alt} {...rest} />;
}

export function Admonition({
  type = "note",
  title,
  children,
}: Props & { readonly type?: string; readonly title?: ReactNode }): ReactNode {
  return (
    <div className={`admonition ${type}`}>
      <p className="admonition-title">{title ?? type.charAt(0).toUpperCase() + type.slice(1)}</p>
      <div className="admonition-body">{children}</div>
    </div>
  );
}

export function Details({ summary, children, ...rest }: Props & { readonly summary?: ReactNode }): ReactNode {
  return (
    <details {...rest}>
      {isValidElement(summary) && summary.type === "summary" ? summary : <summary>{summary}</summary>}
      {children}
    </details>
  );
}

type Item = { readonly [name: string]: unknown; readonly items?: readonly Item[] };

/** A card with a link, for an item of a sidebar. */
export function DocCard({ item }: { readonly item: Item }): ReactNode {
  return <DocCardList items={[item]} />;
}

export function DocCardList({ items = [], className }: Props & { readonly items?: readonly Item[] }): ReactNode {
  return (
    <ul className={clsx("cards", className)}>
      {items.map(({ href, label, description, items: [first] = [] }) => (
        <li key={String(label)}>
          <Link to={String(href ?? first?.href ?? "")}>{String(label)}</Link>
          {typeof description === "string" ? <p>{description}</p> : null}
        </li>
      ))}
    </ul>
  );
}

type Heading = { readonly value: string; readonly id: string; readonly level: number };

/** Links to headings, in lists by their levels. */
export function TOCInline({
  toc = [],
  minHeadingLevel = 2,
  maxHeadingLevel = 3,
}: {
  readonly toc?: readonly Heading[];
  readonly minHeadingLevel?: number;
  readonly maxHeadingLevel?: number;
}): ReactNode {
  const shown = toc.filter(({ level }) => level >= minHeadingLevel && level <= maxHeadingLevel);
  const starts = shown.flatMap(({ level }, index) => (index === 0 || level <= (shown[0]?.level ?? 0) ? [index] : []));
  if (shown.length === 0) return null;
  return (
    <ul>
      {starts.map((start, at) => (
        <li key={shown[start]?.id}>
          <a href={`#${shown[start]?.id}`} dangerouslySetInnerHTML={{ __html: shown[start]?.value ?? "" }} />
          <TOCInline toc={shown.slice(start + 1, starts[at + 1])} maxHeadingLevel={maxHeadingLevel} />
        </li>
      ))}
    </ul>
  );
}

/** The code of a diagram, which docgen draws on pages with a fence for one. */
export function Mermaid({ value, chart }: { readonly value?: string; readonly chart?: string }): ReactNode {
  return (
    <figure className="mermaid">
      <pre tabIndex={0}>
        <code>{value ?? chart}</code>
      </pre>
    </figure>
  );
}

/** The code of a live sample. */
export function Playground({ children }: Props): ReactNode {
  return <CodeBlock language="jsx">{children}</CodeBlock>;
}

export const ReactLiveScope = {};

/** Markdown files are pages of their own, which have their components. */
export const MDXComponents = {};

type Tab = {
  readonly value: string;
  readonly label?: string;
  readonly default?: boolean;
  readonly children?: ReactNode;
};

export function Tabs({
  children,
  values,
  defaultValue,
  groupId,
}: Props & { readonly values?: readonly Tab[]; readonly defaultValue?: string; readonly groupId?: string }): ReactNode {
  const name = useId();
  const order = values?.map((tab) => tab.value) ?? [];
  const rank = ({ value }: Tab) => (order.includes(value) ? order.indexOf(value) : order.length);
  const tabs = Children.toArray(children)
    .flatMap((child) => (isValidElement<Tab>(child) ? [child.props] : []))
    .sort((a, b) => rank(a) - rank(b));
  const labelOf = ({ value, label }: Tab) => label ?? values?.find((tab) => tab.value === value)?.label ?? value;
  const chosen = tabs.find((tab) => tab.default === true || tab.value === defaultValue) ?? tabs[0];
  return (
    <div className="tabs" data-group={groupId}>
      <div className="tab-list" role="radiogroup" aria-label={labelOf(tabs[0] ?? { value: "" })}>
        {tabs.map((tab) => (
          <label key={tab.value}>
            <input type="radio" name={name} value={tab.value} defaultChecked={tab === chosen} />
            <span>{labelOf(tab)}</span>
          </label>
        ))}
      </div>
      {tabs.map((tab) => (
        <div key={tab.value} className="tab-panel" data-label={labelOf(tab)}>
          {tab.children}
        </div>
      ))}
    </div>
  );
}

export function TabItem({ children }: Props): ReactNode {
  return children;
}

export const ExecutionEnvironment = {
  canUseDOM: typeof document !== "undefined",
  canUseEventListeners: typeof document !== "undefined",
  canUseIntersectionObserver: typeof document !== "undefined",
  canUseViewport: typeof document !== "undefined",
};

/** Whether the component runs in a browser and has been hydrated. */
export function useIsBrowser(): boolean {
  const [isBrowser, setIsBrowser] = useState(false);
  useEffect(() => setIsBrowser(true), []);
  return isBrowser;
}

export function BrowserOnly({
  children,
  fallback = null,
}: {
  readonly children?: () => ReactNode;
  readonly fallback?: ReactNode;
}): ReactNode {
  return useIsBrowser() ? children?.() : <Live>{fallback}</Live>;
}

type Load = () => Promise<{ readonly default: (props: Props) => ReactNode }>;

/** A page or a component that only browsers load. */
export function inBrowser(load: Load) {
  return (props: Props): ReactNode => <InBrowser load={load} shown={props} />;
}

function InBrowser({ load, shown }: { readonly load: Load; readonly shown: Props }): ReactNode {
  const [Shown, show] = useState<((props: Props) => ReactNode) | null>(null);
  useEffect(() => {
    load().then((module) => show(() => module.default));
  }, [load]);
  return Shown === null ? <Live /> : <Shown {...shown} />;
}

export function useColorMode() {
  const [colorMode, show] = useState("light");
  useEffect(() => {
    const root = document.documentElement;
    const read = () => show(root.dataset.theme ?? "light");
    read();
    const observer = new MutationObserver(read);
    observer.observe(root, { attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  }, []);
  const setColorMode = (mode: string) => document.documentElement.setAttribute("data-theme", mode);
  return { colorMode, isDarkTheme: colorMode === "dark", setColorMode };
}

/** Chooses a form of a text by a number, in the order of the language's plural categories. */
export function usePluralForm() {
  const rules = new Intl.PluralRules(useDocusaurusContext().i18n.currentLocale);
  const categories = ["zero", "one", "two", "few", "many", "other"].filter((name) =>
    rules.resolvedOptions().pluralCategories.includes(name as Intl.LDMLPluralRule),
  );
  const selectMessage = (count: number, messages: string) => {
    const forms = messages.split("|");
    return forms[Math.min(categories.indexOf(rules.select(count)), forms.length - 1)];
  };
  return { selectMessage };
}

export function useLocation() {
  const [location, show] = useState({ pathname: "", search: "", hash: "" });
  useEffect(() => show({ ...window.location }), []);
  return location;
}

export function useLocalPathname(): string {
  return useLocation().pathname;
}

export function useHistory() {
  const url = useSiteUrl();
  const go = (address: string) => window.location.assign(url(address));
  return { push: go, replace: go, location: useLocation() };
}

export function useGlobalData() {
  return SETTINGS.globalData;
}

export function useAllPluginInstancesData(plugin: string) {
  return SETTINGS.globalData[plugin];
}

export function usePluginData(plugin: string, id = "default") {
  return SETTINGS.globalData[plugin]?.[id];
}

const VERSIONS = SETTINGS.versions.map((version) => ({ ...version, docs: [] }));
const LATEST = VERSIONS.find(({ isLast }) => isLast) ?? VERSIONS[0];

export function useVersions() {
  return VERSIONS;
}

export function useLatestVersion() {
  return LATEST;
}

export function useActiveVersion() {
  return LATEST;
}

export function useDocsData() {
  return { path: LATEST?.path, versions: VERSIONS };
}

export function useAllDocsData() {
  return { default: useDocsData() };
}

export function useActivePlugin() {
  return { pluginId: "default", pluginData: useDocsData() };
}

export function useActivePluginAndVersion() {
  return { activePlugin: useActivePlugin(), activeVersion: LATEST };
}

export function useActiveDocContext() {
  return { activeVersion: LATEST, activeDoc: undefined, alternateDocVersions: {} };
}

export function useDocsVersion() {
  return { version: LATEST?.name, label: LATEST?.label, isLast: true, pluginId: "default" };
}

export function useDocsPreferredVersion() {
  return { preferredVersion: null, savePreferredVersionName: () => {} };
}

/** docgen finds broken links and anchors in the HTML. */
export function useBrokenLinks() {
  return { collectLink: () => {}, collectAnchor: () => {} };
}

/** Classes of Docusaurus' theme, which docgen's doesn't have. */
export const ThemeClassNames = new Proxy({}, { get: () => new Proxy({}, { get: () => "" }) });

export const useIsomorphicLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

export function useCollapsible({ initialState = false }: { readonly initialState?: boolean | (() => boolean) } = {}) {
  const [collapsed, setCollapsed] = useState(initialState);
  return { collapsed, setCollapsed, toggleCollapsed: () => setCollapsed((before) => !before) };
}

export function Collapsible({
  as: Tag = "div",
  collapsed,
  className,
  children,
}: Props & { readonly as?: "div" | "ul"; readonly collapsed?: boolean; readonly className?: string }): ReactNode {
  return (
    <Tag className={className} hidden={collapsed === true}>
      {children}
    </Tag>
  );
}

export function PageMetadata(): ReactNode {
  return null;
}

export function HtmlClassNameProvider({ children }: Props): ReactNode {
  return children;
}

export function MDXContent({ children }: Props): ReactNode {
  return children;
}

/** React shows the error page of docgen for what throws in browsers. */
export function ErrorBoundary({ children }: Props): ReactNode {
  return children;
}

export function isInternalUrl(address?: string): boolean {
  return address !== undefined && !/^(?:\w*:|\/\/)/.test(address);
}

/** A value that the browser stores under a key; null on the server. Choices of tabs change while a page is shown. */
export function useStorageSlot(key: string | null) {
  const name = key?.replace(/^docusaurus\.tab\./, TAB_PREFIX) ?? null;
  const [value, show] = useState<string | null>(null);
  useEffect(() => {
    const read = () => show(name === null ? null : localStorage.getItem(name));
    read();
    document.addEventListener("change", read);
    return () => document.removeEventListener("change", read);
  }, [name]);
  const set = (next: string) => {
    if (name !== null) localStorage.setItem(name, next);
    show(next);
  };
  return [value, { get: () => value, set, del: () => name !== null && localStorage.removeItem(name) }] as const;
}

/** Begins the keys under which docgen stores the tabs that readers choose in groups. */
const TAB_PREFIX = "docgen.tab.";

/** The tabs that readers have chosen, by group; none on the server. */
export function useTabGroupChoice() {
  const [tabGroupChoices, show] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    const read = () => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(TAB_PREFIX));
      show(Object.fromEntries(keys.map((key) => [key.slice(TAB_PREFIX.length), localStorage.getItem(key) ?? ""])));
    };
    read();
    document.addEventListener("change", read);
    return () => document.removeEventListener("change", read);
  }, []);
  const setTabGroupChoices = (group: string, value: string) => localStorage.setItem(TAB_PREFIX + group, value);
  return { ready: true, tabGroupChoices, setTabGroupChoices };
}

/** Whether the window is as wide as Docusaurus' layout for desktops needs; "ssr" on the server. */
export function useWindowSize() {
  const [size, show] = useState("ssr");
  useEffect(() => {
    const wide = window.matchMedia("(min-width: 997px)");
    const read = () => show(wide.matches ? "desktop" : "mobile");
    read();
    wide.addEventListener("change", read);
    return () => wide.removeEventListener("change", read);
  }, []);
  return size;
}
