import { join } from "node:path";
import { systemClock } from "../../src/lib/index.ts";
import { openWorkspace } from "../../src/workspace/index.ts";

/** Opens a session without a model in a folder, with its state below `root` and one answer to every question. */
export async function sessionIn(
  folder: string,
  root: string,
  { home = root, answer = "n" }: { readonly home?: string; readonly answer?: "y" | "n" } = {},
) {
  const workspace = await openWorkspace(folder, {
    state: join(root, "state"),
    clock: systemClock,
    shell: { environment: { PATH: process.env["PATH"], HOME: home }, sandbox: "none" },
  });
  return {
    workspace,
    source: workspace,
    clock: systemClock,
    settings: { model: "none", hooks: [] },
    mode: { name: "default", level: "default", skipExplanations: [], autoActivate: {} },
    modes: {
      load: async () => ({
        autoActivate: {},
        skipExplanations: [],
        level: "concise",
        name: "token-efficient",
      }),
      names: async () => [],
    },
    journal: { append: async () => undefined, async *read() {} },
    ask: { choose: async () => answer },
    progress: () => undefined,
    note: () => undefined,
  };
}
