/** The names of an API that code can link. Plain data. */
export interface ApiVocabulary {
  /** Names of libraries in code: `XLSX`. */
  readonly libraries: readonly string[];
  /** Names of values, and those of types, with the name of the library. */
  readonly values: readonly string[];
  readonly types: readonly string[];
  /** Whether names in texts and code link themselves. */
  readonly link: boolean;
}

/** A name of an API in a text. */
interface FoundName {
  /** With the name of the library. */
  readonly name: string;
  /** Range of its last part. */
  readonly from: number;
  readonly to: number;
}

/** Where names may be: in a text, in code that runs, in a declaration. */
export type NameContext = "text" | "code" | "declaration";

/** Finds names of an API in code. */
export type ApiNameFinder = (code: string, context: NameContext) => readonly FoundName[];

const CHAIN = /(?<![\w$.&])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/g;

/** @returns undefined if there is nothing to find */
export function createNameFinder({ libraries, values, types, link }: ApiVocabulary): ApiNameFinder | undefined {
  if (values.length + types.length === 0) return undefined;
  const [valueNames, typeNames] = [new Set(values), new Set(types)];
  const nameOf = (parts: readonly string[], context: NameContext): string | undefined => {
    const isQualified = libraries.includes(parts[0] ?? "") && parts.length > 1;
    const candidates = isQualified ? [parts.join(".")] : libraries.map((library) => [library, ...parts].join("."));
    if (context === "declaration") return candidates.find((name) => typeNames.has(name));
    // A word such as `read` is only a name if the library is named.
    if (!isQualified && parts.length < 2) return undefined;
    const isType = context === "text" || isQualified;
    return candidates.find((name) => valueNames.has(name) || (isType && typeNames.has(name)));
  };
  return (code, context) => {
    if (!link && context !== "declaration") return [];
    if (context !== "declaration" && !code.includes(".")) return [];
    return Array.from(code.matchAll(CHAIN), ({ 0: chain, index }): FoundName | undefined => {
      const parts = chain.split(".");
      // `XLSX.utils.sheet_to_csv.name`: the longest beginning that is a name.
      for (let length = parts.length; length > 0; length--) {
        const name = nameOf(parts.slice(0, length), context);
        if (name === undefined) continue;
        const to = index + parts.slice(0, length).join(".").length;
        return { name, from: to - (parts[length - 1]?.length ?? 0), to };
      }
      return undefined;
    }).filter((resolved) => resolved !== undefined);
  };
}
