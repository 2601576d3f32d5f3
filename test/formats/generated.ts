import { FEATURES, type FeatureName } from "./features.ts";
import { limitsTable, OUTCOMES, outcomeTable } from "./outcomes.ts";
import { featureTable, listOf, lossTable, overviewTable, TABLES } from "./tables.ts";

/**
 * What pages hold between `<!-- formats: NAME -->` and `<!-- /formats -->`. The name is that of a table, or a feature and
 * what is asked of it: `rightToLeft kept` becomes a list within a sentence.
 */
export const MARKED = /(<!-- formats: ([^>]+?) -->)([\s\S]*?)(<!-- \/formats -->)/g;

const isFeature = (name: string): name is FeatureName => Object.hasOwn(FEATURES, name);
const isTable = (name: string): name is keyof typeof TABLES => Object.hasOwn(TABLES, name);
const isOutcome = (name: string): name is keyof typeof OUTCOMES => Object.hasOwn(OUTCOMES, name);

function tableOf(name: string): string | undefined {
  if (name === "overview") return overviewTable();
  if (name === "losses") return lossTable();
  if (name === "limits") return limitsTable();
  if (isOutcome(name)) return outcomeTable(OUTCOMES[name]);
  return isTable(name) ? featureTable(TABLES[name]) : undefined;
}

/** Text between the marks of a name. @throws where there is nothing of the name */
export function generated(name: string): string {
  const table = tableOf(name);
  if (table !== undefined) return `\n\n${table}\n\n`;
  const [feature = "", ...asked] = name.split(" ");
  if (isFeature(feature)) return listOf(feature, asked.join(" "));
  throw new Error(`no table and no feature: ${name}`);
}
