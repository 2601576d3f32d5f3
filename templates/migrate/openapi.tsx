// What pages of docusaurus-plugin-openapi-docs show of an API, without its form for requests.
import { Fragment, type ReactNode } from "react";
import { CodeBlock, Details, TabItem, Tabs } from "./docusaurus.tsx";

type Schema = {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[] | boolean;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly deprecated?: boolean;
  readonly nullable?: boolean;
  readonly [name: string]: unknown;
};

type Parameter = Schema & { readonly name: string; readonly in: string; readonly schema?: Schema };
type Media = {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
};
type Body = {
  readonly description?: string;
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, Media>>;
};
type Response = Body & { readonly headers?: Readonly<Record<string, Schema & { readonly schema?: Schema }>> };

/** Texts of Markdown in a line: code, strong text and links; each blank line begins a paragraph. */
function Text({ children = "" }: { readonly children?: string | undefined }): ReactNode {
  const inLine = (text: string) =>
    text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]*\]\([^()\s]+\))/).map((part, index) => {
      const key = `${index}${part}`;
      if (/^`.+`$/s.test(part)) return <code key={key}>{part.slice(1, -1)}</code>;
      if (/^\*\*.+\*\*$/s.test(part)) return <strong key={key}>{part.slice(2, -2)}</strong>;
      const [, label, address] = /^\[(.*)\]\((.*)\)$/s.exec(part) ?? [];
      return address === undefined ? (
        part
      ) : (
        <a key={key} href={address}>
          {label}
        </a>
      );
    });
  return children
    .split(/\n\s*\n/)
    .map((paragraph) => (paragraph.trim() === "" ? null : <p key={paragraph}>{inLine(paragraph)}</p>));
}

function typeOf({ type, format, title, items, oneOf, anyOf, allOf, properties }: Schema): string {
  if (items !== undefined) return `${typeOf(items)}[]`;
  const name = [type ?? (properties === undefined ? "" : "object")].flat().join(" | ");
  if (oneOf !== undefined || anyOf !== undefined) return title ?? (oneOf === undefined ? "anyOf" : "oneOf");
  if (allOf !== undefined) return title ?? "object";
  return format === undefined ? name || "any" : `${name}<${format}>`;
}

/** What limits the values of a schema, by the names of JSON Schema. */
const LIMITS =
  "minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems pattern const".split(" ");

function Facts({ schema }: { readonly schema: Schema }): ReactNode {
  const { description, items } = schema;
  const { default: initial, example, enum: values } = { ...items, ...schema } as Readonly<Record<string, unknown>>;
  const limits = LIMITS.filter((name) => schema[name] !== undefined).map((name) => `${name}: ${String(schema[name])}`);
  const shown = (value: unknown) => <code>{typeof value === "string" ? value : JSON.stringify(value)}</code>;
  return (
    <>
      <Text>{description}</Text>
      {limits.length === 0 ? null : <p>{limits.join(", ")}</p>}
      {Array.isArray(values) ? (
        <p>
          <strong>Possible values:</strong>{" "}
          {values.map((value, index) => (
            <Fragment key={String(value)}>
              {index === 0 ? "" : ", "}
              {shown(value)}
            </Fragment>
          ))}
        </p>
      ) : null}
      {initial === undefined ? null : (
        <p>
          <strong>Default value:</strong> {shown(initial)}
        </p>
      )}
      {example === undefined ? null : (
        <p>
          <strong>Example:</strong> {shown(example)}
        </p>
      )}
    </>
  );
}

function Name({
  name,
  type,
  isRequired,
  isDeprecated,
}: {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
}): ReactNode {
  return (
    <>
      <strong>{name}</strong> {type}
      {isRequired ? " required" : ""}
      {isDeprecated ? " deprecated" : ""}
    </>
  );
}

/** All properties of an object, also those that it takes from other schemas. */
function propertiesOf({ properties, allOf = [] }: Schema): [string, Schema][] {
  return [...allOf.flatMap(propertiesOf), ...Object.entries(properties ?? {})];
}

function requiredOf({ required, allOf = [] }: Schema): string[] {
  return [...allOf.flatMap(requiredOf), ...(Array.isArray(required) ? required : [])];
}

export function Schema({ schema = {} }: { readonly schema?: Schema | undefined }): ReactNode {
  const { items, additionalProperties, oneOf, anyOf } = schema;
  const required = requiredOf(schema);
  const choices = oneOf ?? anyOf ?? schema.allOf?.find((part) => part.oneOf ?? part.anyOf)?.oneOf ?? [];
  return (
    <>
      <ul>
        {propertiesOf(schema).map(([name, property]) => (
          <SchemaItem key={name} name={name} schema={property} required={required.includes(name)} />
        ))}
        {typeof additionalProperties === "object" ? (
          <SchemaItem name="property name*" schema={additionalProperties} />
        ) : null}
      </ul>
      {items === undefined ? null : <Schema schema={items} />}
      {choices.length === 0 ? null : (
        <Tabs>
          {choices.map((choice, index) => (
            <TabItem key={JSON.stringify(choice)} value={`${index}`} label={choice.title ?? typeOf(choice)}>
              <Text>{choice.description}</Text>
              <Schema schema={choice} />
            </TabItem>
          ))}
        </Tabs>
      )}
    </>
  );
}

export function SchemaItem({
  name = "",
  schema = {},
  schemaName,
  required = false,
  qualifierMessage,
  children,
}: {
  readonly name?: string;
  readonly schema?: Schema;
  readonly schemaName?: string;
  readonly required?: boolean | readonly string[];
  readonly qualifierMessage?: string;
  readonly children?: ReactNode;
}): ReactNode {
  if (children !== undefined) return <li>{children}</li>;
  const isRequired = Array.isArray(required) ? required.includes(name) : required === true;
  const head = (
    <Name
      name={name}
      type={schemaName ?? typeOf(schema)}
      isRequired={isRequired}
      isDeprecated={schema.deprecated === true}
    />
  );
  const { items = schema } = schema;
  const isNested = propertiesOf(items).length > 0 || (items.oneOf ?? items.anyOf) !== undefined;
  return (
    <li>
      {isNested ? (
        <Details summary={<summary>{head}</summary>}>
          <Schema schema={schema} />
        </Details>
      ) : (
        head
      )}
      {schemaName === undefined ? null : <Text>{qualifierMessage}</Text>}
      <Facts schema={schema} />
    </li>
  );
}

export function ParamsItem({ param }: { readonly param: Parameter }): ReactNode {
  const { name, schema = {}, required, deprecated, description = schema.description, example = schema.example } = param;
  return (
    <li>
      <Name name={name} type={typeOf(schema)} isRequired={required === true} isDeprecated={deprecated === true} />
      <Facts
        schema={{
          ...schema,
          ...(description === undefined ? {} : { description }),
          ...(example === undefined ? {} : { example }),
        }}
      />
    </li>
  );
}

export function ParamsDetails({ parameters = [] }: { readonly parameters?: readonly Parameter[] }): ReactNode {
  return ["path", "query", "header", "cookie"].map((place) => {
    const params = parameters.filter((param) => param.in === place);
    if (params.length === 0) return null;
    return (
      <Details key={place} open summary={`${place.charAt(0).toUpperCase()}${place.slice(1)} Parameters`}>
        <ul>
          {params.map((param) => (
            <ParamsItem key={param.name} param={param} />
          ))}
        </ul>
      </Details>
    );
  });
}

function Content({ content = {} }: Body): ReactNode {
  const types = Object.entries(content);
  if (types.length === 0) return null;
  return (
    <Tabs>
      {types.map(([type, { schema, example, examples = {} }]) => (
        <TabItem key={type} value={type}>
          {schema === undefined ? null : <Text>{schema.description}</Text>}
          <Schema schema={schema} />
          {Object.entries(example === undefined ? examples : { Example: { value: example } }).map(([name, shown]) => (
            <ResponseSamples key={name} title={name} responseExample={(shown as { readonly value?: unknown }).value} />
          ))}
        </TabItem>
      ))}
    </Tabs>
  );
}

export function ResponseSamples({
  responseExample,
  language = "json",
  title,
}: {
  readonly responseExample?: unknown;
  readonly language?: string;
  readonly title?: string;
}): ReactNode {
  const text = typeof responseExample === "string" ? responseExample : JSON.stringify(responseExample, null, 2);
  return text === undefined ? null : (
    <CodeBlock language={language} title={title}>
      {text}
    </CodeBlock>
  );
}

export function RequestSchema({
  title = "Body",
  body = {},
}: {
  readonly title?: string;
  readonly body?: Body;
}): ReactNode {
  if (Object.keys(body.content ?? {}).length === 0) return null;
  return (
    <Details open summary={`${title}${body.required === true ? " required" : ""}`}>
      <Text>{body.description}</Text>
      <Content {...body} />
    </Details>
  );
}

export function StatusCodes({
  responses = {},
  id = "responses",
  label = "Responses",
}: {
  readonly responses?: Readonly<Record<string, Response>>;
  readonly id?: string;
  readonly label?: string;
}): ReactNode {
  const codes = Object.entries(responses);
  return codes.length === 0 ? null : (
    <>
      <h2 id={id}>{label}</h2>
      <Tabs>
        {codes.map(([code, { description, headers, content = {} }]) => (
          <TabItem key={code} value={code}>
            <Text>{description}</Text>
            {headers === undefined ? null : (
              <Details summary="Response Headers">
                <ul>
                  {Object.entries(headers).map(([name, { schema = {}, ...header }]) => (
                    <SchemaItem key={name} name={name} schema={{ ...schema, ...header }} />
                  ))}
                </ul>
              </Details>
            )}
            <Content content={content} />
          </TabItem>
        ))}
      </Tabs>
    </>
  );
}

export function MethodEndpoint({ method, path }: { readonly method: string; readonly path: string }): ReactNode {
  return (
    <pre>
      <code>{method === "event" ? "Webhook" : `${method.toUpperCase()} ${path}`}</code>
    </pre>
  );
}

export function Export({ url }: { readonly url: string }): ReactNode {
  return (
    <p>
      <a href={url}>OpenAPI Spec</a>
    </p>
  );
}

export function ApiLogo({ logo }: { readonly logo?: { readonly url?: string; readonly altText?: string } }): ReactNode {
  return logo?.url === undefined ? null : <img src={logo.url} alt={logo.altText ?? ""} />;
}

/** What a request needs is told on the page of the API. */
export function SecuritySchemes(): ReactNode {
  return null;
}
