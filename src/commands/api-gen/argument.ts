import { classify, type Argument } from "../../api/index.ts";
import { definitionFile } from "../../generate/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Session } from "../../session/index.ts";

/** What the command was given; nothing means the definition of the project that is written into. */
export async function argumentOf(argument: string, { source, workspace }: Session): Promise<Argument> {
  if (argument.trim() !== "") return classify(argument, source.files);
  for (const { files } of [workspace, source])
    if ((await files.tryRead(definitionFile)) !== null) return classify(definitionFile, files);
  throw new UserError(
    "no_definition",
    `There is no ${definitionFile} here, which the project could follow.`,
    "Name a resource to begin with: /api-gen Task",
    { usage: true },
  );
}

/** Neither a client nor documentation alone is made of the project's definition. */
export const needsPath = (): UserError =>
  new UserError(
    "missing_argument",
    "--client and --docs-only need a path: of a specification, or of code.",
    "/api-gen openapi.yaml --client",
    { usage: true },
  );
