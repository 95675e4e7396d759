import type { Symbol } from "../../inspect/index.ts";
import type { Raised } from "./says/subject.ts";
import { isTest } from "./skip.ts";

/** Whether a condition is understandable from the function's head alone, without names of its body. */
const isWhole = ({ parameters }: Symbol["declaration"], when: string): boolean => {
  const own = new Set(parameters.map(({ name }) => name.replace(/^\*+/, "")));
  return [...when.matchAll(/(?<![\w.$"'])([a-z]\w?)(?![\w(])/g)].every(
    ([, name = ""]) => own.has(name) || /^(?:is|in|or|if)$/.test(name),
  );
};

/** Returns where the project raises each error, by name; tests don't count. */
export async function raisedBy(
  files: AsyncIterable<readonly Symbol[]>,
): Promise<(error: string) => readonly Raised[]> {
  const found = new Map<string, Raised[]>();
  for await (const symbols of files)
    for (const { declaration } of symbols.filter(({ file }) => !isTest(file)))
      for (const { type, when, local } of declaration.raises) {
        if (local) continue;
        const all = found.get(type) ?? [];
        all.push({ by: declaration.name, ...(when && isWhole(declaration, when) && { when }) });
        found.set(type, all);
      }
  return (error) => found.get(error) ?? [];
}
