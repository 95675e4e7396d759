import type { Symbol } from "../../inspect/index.ts";
import type { Raised } from "./says/subject.ts";
import { isTest } from "./skip.ts";

/** Whether a condition says it all to those who see no more than the function's head: no name of the body alone. */
const isWhole = ({ parameters }: Symbol["declaration"], when: string): boolean => {
  const own = new Set(parameters.map(({ name }) => name.replace(/^\*+/, "")));
  return [...when.matchAll(/(?<![\w.$"'])([a-z]\w?)(?![\w(])/g)].every(
    ([, name = ""]) => own.has(name) || /^(?:is|in|or|if)$/.test(name),
  );
};

/** Where the project raises each error, by the error's name; what its tests raise is no use of it. */
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
