import { basename } from "node:path";
import type { ApiDefinition } from "../../api/index.ts";
import type { Project } from "../../code/index.ts";
import { generate, pastOf, type Baseline, type Into, type Variant } from "../../generate/index.ts";
import { breathe } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";

import type { Context } from "../command.ts";

interface Wanted {
  readonly api: ApiDefinition;
  readonly variant: Variant;
  readonly project: Project;
  readonly previous: Baseline | undefined;
  readonly auth: boolean;
}

/**
 * Generates a whole project and verifies its migrations.
 * @throws UserError if they don't lead to the schema that the code needs
 */
export async function generateWhole(
  files: Files,
  { api, variant, project, previous, auth }: Wanted,
  { session, signal }: Pick<Context, "session" | "signal">,
): Promise<Into> {
  const past = await pastOf(files, previous, { variant, api });
  const name = basename(session.workspace.root);
  const pause = (): Promise<void> => breathe(signal);
  const generated = await generate(api, variant, { name, previous: past.previous, project, auth, pause });
  await pause();
  session.progress("Replaying the migrations");
  const proof = await past.prove(generated, api);
  return {
    files: [...generated, ...past.answered],
    edits: [],
    notes: proof === undefined ? [] : [proof],
    left: [],
  };
}
