import { table, UserError } from "../../lib/index.ts";
import { type Block, type Section, show } from "../../report/index.ts";
import type { Context } from "../command.ts";
import code from "./code.ts";
import type { DocFlags, DocTarget } from "./contract.ts";
import { leaves } from "./table.ts";
import { docDataOf, type DocReport } from "./data.ts";

const targets = table<DocTarget, keyof typeof leaves>(leaves);

async function run(flags: DocFlags, context: Context): Promise<DocReport> {
  if (flags.format === "html") return (await import("./site.ts")).run(flags, context, ".");
  const parts: (readonly [string, DocReport | UserError])[] = [
    ["code", await tried(() => code.run(flags, context, "."))],
  ];
  for (const name of targets.names) {
    context.signal.throwIfAborted();
    const target = await targets.load(name);
    parts.push([name, await tried(() => target.run(flags, context, name))]);
  }
  return joined(parts);
}

/** Errors for what a project needn't have: `all` skips that target. Any other error fails the command. */
const lacking: ReadonlySet<string> = new Set([
  "language_unknown",
  "no_endpoint",
  "no_repository",
  "no_commits",
  "shallow_clone",
]);

const tried = (run: () => Promise<DocReport>): Promise<DocReport | UserError> =>
  run().catch((error: unknown) => {
    if (error instanceof UserError && lacking.has(error.code)) return error;
    throw error;
  });

/** Joins the targets' sections into one report, under each target's name. */
function joined(parts: readonly (readonly [string, DocReport | UserError])[]): DocReport {
  const sections = new Map<string, { title: string; blocks: Block[] }>();
  const put = ({ key, title, blocks }: Section, name: string): void => {
    const section = sections.get(key) ?? { title, blocks: [] };
    section.blocks.push(show.answer(`**${name}**`), ...blocks);
    sections.set(key, section);
  };
  for (const [name, part] of parts)
    if (part instanceof UserError)
      put(
        show.section("next_steps", "Next steps", [show.answer(`Not done: ${part.message} ${part.fix}`)]),
        name,
      );
    else for (const section of part.sections) put(section, name);
  const failed = parts.some(([, part]) => !(part instanceof UserError) && part.outcome !== "done");
  return {
    title: "Documentation of the project",
    outcome: failed ? "failed" : "done",
    data: docDataOf(...parts.flatMap(([, part]) => (part instanceof UserError ? [] : [part.data]))),
    sections: [...sections].map(([key, section]) => ({ key, ...section })),
  };
}

const all: DocTarget = { formats: ["md", "html"], run };
export default all;
