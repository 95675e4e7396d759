/** Runs `/api-gen` in this process, so that a step starts no programs. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { dispatch, split } from "../../src/commands/index.ts";
import { systemClock } from "../../src/lib/index.ts";
import { toMarkdown } from "../../src/report/index.ts";
import { defaults, openModes, openSessions, ourModes, type Session } from "../../src/session/index.ts";
import { openWorkspace } from "../../src/workspace/index.ts";
import type { Db } from "../../tests/generated/evolution/records.ts";
import type { Finished } from "../../tests/generated/harness.ts";

/** Runs `/api-gen` with its state next to the project folder, where no later run finds it. */
export async function apiGen(root: string, file: string, flags: readonly string[]): Promise<Finished> {
  mkdirSync(root, { recursive: true });
  const state = join(root, "../state");
  const modes = openModes([{ path: await ourModes(), links: false }]);
  const { id, journal } = await openSessions(state, root, systemClock).create();
  const workspace = await openWorkspace(root, { state, clock: systemClock });
  const outside = await openWorkspace(join(file, ".."), { state, clock: systemClock });
  const session: Session = {
    id,
    began: 0,
    workspace,
    source: outside,
    written: () => Promise.resolve([workspace]),
    model: undefined,
    models: () => Promise.resolve([]),
    settings: defaults,
    mode: await modes.load("default"),
    modes,
    instructions: "",
    journal,
    ask: {
      choose: (_question, [first]) => Promise.resolve(first as never),
      edit: (text) => Promise.resolve(text),
    },
    clock: systemClock,
    interactive: false,
    ci: false,
    note: () => undefined,
    progress: () => undefined,
  };
  const { signal } = new AbortController();
  try {
    const { report } = await dispatch(split(["/api-gen trees.yaml", ...flags].join(" ")), {
      session,
      signal,
    });
    return { code: report.outcome === "done" ? 0 : 1, output: await toMarkdown(report, "default") };
  } catch (error) {
    return { code: 1, output: String((error as Error).stack) }; // errors only
  }
}

/** Returns an embedded database for the records of all histories. */
export const embedded = async (): Promise<Db & { close(): Promise<void> }> => PGlite.create();
