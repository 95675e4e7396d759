import { applicationsBelow } from "../../generate/index.ts";
import { listed, shellWord, UserError } from "../../lib/index.ts";
import type { Session } from "../../session/index.ts";
import { inside } from "../../workspace/index.ts";

/**
 * Returns the session in the folder of the application that resources go into, if this folder is the root of a monorepo
 * or only collects packages. Of several applications it asks for one.
 * @throws UserError `several_applications` if nobody chooses
 */
export async function inApplication(session: Session, framework: string | undefined): Promise<Session> {
  const { workspace, source, ask } = session;
  if (workspace.root !== source.root) return session; // --out names the folder
  const all = await applicationsBelow(workspace.files);
  const named = all.filter((application) => application.framework === framework);
  const found = named.length > 0 ? named : all;
  const [first, ...others] = found;
  if (!first) return session;
  const folder = others.length === 0 ? first.folder : await chosen(found, ask);
  const called = found.find((application) => application.folder === folder)?.called ?? first.called;
  session.note(`The resources go into ${called} in ${folder}/. Paths are relative to that folder.`);
  return { ...session, workspace: inside(workspace, folder) };
}

/** Asks which application is meant. */
async function chosen(
  found: Awaited<ReturnType<typeof applicationsBelow>>,
  ask: Session["ask"],
): Promise<string> {
  const places = found.map(({ folder, called }) => `${called} in ${folder}/`);
  try {
    if (!ask.printing)
      return await ask.choose(
        `There are several applications: ${listed(places)}. Which one?`,
        found.map(({ folder }) => folder),
      );
  } catch (error) {
    if (!(error instanceof UserError && error.code === "no_answer")) throw error;
  }
  throw new UserError(
    "several_applications",
    `There are several applications: ${listed(places)}.`,
    `Name the folder of one: ${listed(
      found.map(({ folder }) => `--cwd=${shellWord(folder)}`),
      "or",
    )}`,
  );
}
