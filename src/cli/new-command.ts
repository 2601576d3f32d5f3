import type { Command } from "commander";
import type { PagePlan } from "../scaffold/new-page.ts";
import { checkOldAddresses, makePage, planPage } from "../scaffold/new-page.ts";
import { today } from "../shared/calendar.ts";
import { Failure } from "../shared/failure.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, type CommonOptions, rootOf, timed } from "./options.ts";
import { ask, canAsk, pc, shown, writeOut } from "./print.ts";

/** Properties of the page, as typed. */
interface Answers {
  readonly title?: string;
  readonly position?: string;
  readonly description?: string;
}

interface Field {
  readonly key: keyof Answers;
  readonly label: string;
  readonly faultOf?: (answer: string) => string | undefined;
}

const TITLE: Field = {
  key: "title",
  label: "Title",
  faultOf: (answer) => (answer.trim() === "" ? "a page needs a title" : undefined),
};
const POSITION: Field = {
  key: "position",
  label: "Position in the sidebar, a number",
  faultOf: (answer) => (/^(?:-?\d+(?:\.\d+)?)?$/.test(answer) ? undefined : `"${answer}" is not a number such as 3`),
};
const DESCRIPTION: Field = { key: "description", label: "Description, one sentence" };

/** Adds `docgen new`. */
export function addNew(program: Command, { task }: Lifecycle): void {
  addCommonOptions(program.command("new"))
    .description("create a page; in a terminal, ask for the options that you leave out")
    .argument("<path>", "path of the page, such as docs/guide/first-steps or blog/hello")
    .option("--title <text>", "title (default: made from the path)")
    .option("--position <n>", "position in the sidebar (default: after pages with a position)")
    .option("--description <text>", "one sentence for search results, cards and lists")
    .option(
      "--from <route>",
      "old route that redirects to the page; can be repeated",
      (route, all: readonly string[] = []) => [...all, route],
    )
    .action(task(run));
}

async function run(
  path: string,
  options: CommonOptions & Answers & { readonly from?: readonly string[] },
): Promise<number> {
  const root = rootOf(options);
  const plan = await timed(options, "plan", () => planPage(root, path, today()));
  if (options.from !== undefined) await checkOldAddresses(root, options.from);
  const { title, position, description } = await answersFor(plan, options);
  await makePage(root, plan, {
    title,
    position: position === "" ? undefined : Number(position),
    description: description === "" ? undefined : description,
    aliases: options.from,
  });
  writeOut(shown`${pc.green("Created")} ${plan.path}`);
  return 0;
}

/**
 * Takes each property from the options, or asks for it on a terminal, or uses the default.
 *
 * @throws Failure (exit code 2) for an invalid property
 */
async function answersFor({ kind, path, texts }: PagePlan, options: Answers): Promise<Required<Answers>> {
  if (options.position !== undefined && kind !== "doc") {
    throw new Failure(2, `--position: only docs have a position in a sidebar, not ${path}; remove the option`);
  }
  const fields = kind === "doc" ? [TITLE, POSITION, DESCRIPTION] : [TITLE, DESCRIPTION];
  for (const { key, faultOf } of fields) {
    const answer = options[key];
    const fault = answer === undefined ? undefined : faultOf?.(answer);
    if (fault !== undefined) throw new Failure(2, `--${key}: ${fault}`);
  }
  const planned = { title: texts.title, position: String(texts.position ?? ""), description: "" };
  const open = canAsk() ? fields.filter(({ key }) => options[key] === undefined) : [];
  const answers = await ask(
    open.map(({ key, label, ...field }) => ({ ...field, text: label, fallback: planned[key] })),
  );
  if (answers === undefined)
    throw new Failure(
      2,
      `${path}: not created, because the input ended before all questions were answered; run the command again`,
    );
  const { title = planned.title, position = planned.position, description = planned.description } = options;
  const typed = Object.fromEntries(open.map(({ key }, index) => [key, answers[index] ?? ""]));
  return { title, position, description, ...typed };
}
