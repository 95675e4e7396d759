import type { Symbol } from "../../inspect/index.ts";
import type { Raised } from "./says/subject.ts";
import { isTest } from "./skip.ts";

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
        all.push({ by: declaration.name, ...(when && { when }) });
        found.set(type, all);
      }
  return (error) => found.get(error) ?? [];
}
