import { isAbsolute } from "node:path";
import { classify, type Argument } from "../../api/index.ts";
import { definitionFile } from "../../generate/index.ts";
import { UserError, usageError } from "../../lib/index.ts";
import type { Session } from "../../session/index.ts";

interface Found {
  readonly argument: string;
  readonly session: Session;
}

/**
 * If the path lies outside the project, the file's own folder is used: returns the argument relative to it, and a
 * session there.
 */
export async function located(argument: string, session: Session): Promise<Found> {
  const path = argument.trim();
  const { outside, source } = session;
  if (!outside || /\s/.test(path) || !(isAbsolute(path) || path.startsWith("..")))
    return { argument, session };
  const isInside = await source.files.resolve(path).then(
    () => true,
    (error: unknown) => !(error instanceof UserError && error.code === "path-outside"),
  );
  if (isInside) return { argument, session };
  const { files, path: name } = await outside(path);
  return { argument: name, session: { ...session, source: { ...source, files } } };
}

/** Returns the command's argument; if empty, the path of the project's definition. */
export async function argumentOf(argument: string, { source, workspace }: Session): Promise<Argument> {
  if (argument.trim() !== "") return classify(argument, source.files);
  for (const { files } of [workspace, source])
    if ((await files.tryRead(definitionFile)) !== null) return classify(definitionFile, files);
  throw usageError(
    "no_definition",
    `There is no ${definitionFile} here.`,
    "Name a resource to start with: /api-gen Task",
  );
}

/** The error for a client or documentation alone without a path: they aren't made from the project's definition. */
export const needsPath = (): UserError =>
  usageError(
    "missing_argument",
    "--client and --docs-only need a path: of a specification, or of code.",
    "/api-gen openapi.yaml --client",
  );
