import {
  definitionFromYaml,
  fromName,
  join,
  servedAs,
  softNotes,
  type Argument,
  type ApiDefinition,
  type Choice,
} from "../../api/index.ts";
import type { Rule } from "../../describe/index.ts";
import type { Session } from "../../session/index.ts";
import type { Files } from "../../workspace/index.ts";

/** What would be generated: the whole API, and which of its resources were requested. */
export interface Proposal {
  readonly api: ApiDefinition;
  readonly names: readonly string[];
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
  /** What the description asks for but a definition can't express. */
  readonly rules?: readonly Rule[];
  /** Other possible readings of the description. */
  readonly choices?: readonly Choice[];
  /** Returns the proposal with the other reading of a choice. */
  choose?(id: string): Proposal | Promise<Proposal>;
}

/** What already exists. */
export interface There {
  /** The project's current definition, which a run extends. */
  readonly now: ApiDefinition | undefined;
  /** The definition that its code was generated from. */
  readonly before: ApiDefinition | undefined;
  /** Paths of all generated files. */
  readonly paths: readonly string[];
}

const namesOf = (api: ApiDefinition): readonly string[] => api.resources.map((resource) => resource.name);

/** The project without generated files, whose declarations aren't its owner's. */
const ownFiles = (
  { files }: Session["workspace"],
  generated: readonly string[],
): Pick<Files, "find" | "tryRead"> => {
  const generatedPaths = new Set(generated);
  return {
    tryRead: (path) => files.tryRead(path),
    async *find(glob) {
      for await (const path of files.find(glob)) if (!generatedPaths.has(path)) yield path;
    },
  };
};

export async function fromNames(
  names: readonly string[],
  session: Session,
  { now: before, paths }: There,
): Promise<Proposal> {
  // Types come from the target project, which with `--out` isn't the current one.
  const files = ownFiles(session.workspace, paths);
  let proposal: Proposal | undefined;
  for (const name of names) {
    const reading = await fromName(name, files, proposal?.api ?? before);
    proposal = {
      api: join(proposal?.api ?? before, reading.api),
      names: [...new Set([...(proposal?.names ?? []), ...namesOf(reading.api)])],
      assumed: [...(proposal?.assumed ?? []), ...reading.assumed],
      ignored: [...(proposal?.ignored ?? []), ...reading.ignored],
    };
  }
  if (!proposal) throw new Error("No name was given.");
  const known = new Set(before && namesOf(before));
  const added = proposal.api.resources.filter(({ name }) => !known.has(name));
  return { ...proposal, assumed: [...proposal.assumed, ...added.flatMap(softNotes)] };
}

/**
 * A definition is complete: what it omits is removed. If it isn't the project's own file, authentication and record
 * versions stay as they are.
 */
export function fromDefinition(
  { text, path }: { readonly text: string; readonly path: string },
  { before }: There,
  isDefinition: boolean,
): Proposal {
  const read = definitionFromYaml(text, path, before);
  const api = isDefinition || !before ? read : servedAs(read, before);
  return { api, names: namesOf(api), assumed: [], ignored: [] };
}

/** A resource with its fields joins the project's definition. */
function fromResource(text: string, { now }: There): Proposal {
  const read = definitionFromYaml(text, "the argument");
  const assumed = ["Fields are required unless they end in ?.", ...read.resources.flatMap(softNotes)];
  return { api: join(now, read), names: namesOf(read), assumed, ignored: [] };
}

/** Returns the proposal for the names, resource or definition passed to the command. */
export async function propose(
  read: Extract<Argument, { kind: "names" | "resource" | "definition" }>,
  session: Session,
  { there, isOwnFile }: { readonly there: There; readonly isOwnFile: boolean },
): Promise<Proposal> {
  if (read.kind === "resource") return fromResource(read.text, there);
  return read.kind === "names"
    ? fromNames(read.names, session, there)
    : fromDefinition(read, there, isOwnFile);
}
