import {
  definitionFromYaml,
  fromName,
  join,
  servedAs,
  type Argument,
  type ApiDefinition,
} from "../../api/index.ts";
import type { Choice, Rule } from "../../describe/index.ts";
import type { Session } from "../../session/index.ts";
import type { Files } from "../../workspace/index.ts";

/** What would be generated: the whole API, and which of its resources were asked for. */
export interface Proposal {
  readonly api: ApiDefinition;
  readonly names: readonly string[];
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
  /** What the description asks for and a definition can't hold. */
  readonly rules?: readonly Rule[];
  /** Readings of the description that it allows as well. */
  readonly choices?: readonly Choice[];
  /** The proposal with the other reading of a choice. */
  choose?(id: string): Proposal;
}

/** What is there already. */
export interface There {
  /** What the project's definition says now, which a run adds to. */
  readonly now: ApiDefinition | undefined;
  /** What its code was generated from. */
  readonly before: ApiDefinition | undefined;
  /** Paths of everything that was generated. */
  readonly paths: readonly string[];
}

const namesOf = (api: ApiDefinition): readonly string[] => api.resources.map((resource) => resource.name);

/** The project without what was generated: that declares nothing that its owner meant. */
const ownFiles = (
  { files }: Session["workspace"],
  generated: readonly string[],
): Pick<Files, "find" | "tryRead"> => {
  const made = new Set(generated);
  return {
    tryRead: (path) => files.tryRead(path),
    async *find(glob) {
      for await (const path of files.find(glob)) if (!made.has(path)) yield path;
    },
  };
};

/** Resources of which nothing but their names is said. */
export async function fromNames(
  names: readonly string[],
  session: Session,
  { now: before, paths }: There,
): Promise<Proposal> {
  // Types of the project that is written into; with `--out` that is another one than this.
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
  return proposal;
}

/**
 * A definition is the whole truth: what it doesn't have, goes. Another file than the project's own leaves alone whether
 * there is authentication and whether records have versions.
 */
export function fromDefinition(
  { text, path }: { readonly text: string; readonly path: string },
  { before }: There,
  own: boolean,
): Proposal {
  const read = definitionFromYaml(text, path, before);
  const api = own || !before ? read : servedAs(read, before);
  return { api, names: namesOf(api), assumed: [], ignored: [] };
}

/** What the names or the definition mean that the command was given. */
export async function propose(
  read: Extract<Argument, { kind: "names" | "definition" }>,
  session: Session,
  { there, own }: { readonly there: There; readonly own: boolean },
): Promise<Proposal> {
  return read.kind === "names" ? fromNames(read.names, session, there) : fromDefinition(read, there, own);
}
