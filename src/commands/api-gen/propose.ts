import {
  classify,
  definitionFromYaml,
  fromName,
  fromText,
  join,
  type ApiDefinition,
} from "../../api/index.ts";
import type { Previous } from "../../generate/index.ts";
import type { Session } from "../../session/index.ts";
import type { Files } from "../../workspace/index.ts";

/** What would be generated: the whole API, and which of its resources were asked for. */
export interface Proposal {
  readonly api: ApiDefinition;
  readonly names: readonly string[];
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
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
  previous: Previous | undefined,
): Promise<Proposal> {
  const before = previous?.api;
  // Types of the project that is written into; with `--out` that is another one than this.
  const files = ownFiles(session.workspace, previous?.paths ?? []);
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

/** Reads the argument of the command; `previous` is what was generated here already. */
export async function propose(
  argument: string,
  session: Session,
  previous: Previous | undefined,
): Promise<Proposal> {
  const read = await classify(argument, session.source.files);
  switch (read.kind) {
    case "names":
      return fromNames(read.names, session, previous);
    case "definition": {
      const api = definitionFromYaml(read.text, read.path);
      return { api: join(previous?.api, api), names: namesOf(api), assumed: [], ignored: [] };
    }
    case "specification":
      throw new Error("A specification is generated from as it is.");
    case "english": {
      const { api, assumed, ignored } = fromText(read.text);
      return { api: join(previous?.api, api), names: namesOf(api), assumed, ignored };
    }
  }
}
