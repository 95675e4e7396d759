import { classify, definitionFromYaml, fromName, join, type ApiDefinition } from "../../api/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Session } from "../../session/index.ts";

/** What would be generated: the whole API, and which of its resources were asked for. */
export interface Proposal {
  readonly api: ApiDefinition;
  readonly names: readonly string[];
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
}

const namesOf = (api: ApiDefinition): readonly string[] => api.resources.map((resource) => resource.name);

const notBuilt = (what: string): UserError =>
  new UserError(
    "not_built",
    `${what}, and this version does not generate from those yet.`,
    "Give the name of a resource such as Task, or a definition file (see docs/api-gen.md).",
    { usage: true },
  );

async function fromNames(
  names: readonly string[],
  session: Session,
  before: ApiDefinition | undefined,
): Promise<Proposal> {
  let proposal: Proposal | undefined;
  for (const name of names) {
    const reading = await fromName(name, session.source.files, proposal?.api ?? before);
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

/** Reads the argument of the command; `before` is what was generated here already. */
export async function propose(
  argument: string,
  session: Session,
  before: ApiDefinition | undefined,
): Promise<Proposal> {
  const read = await classify(argument, session.source.files);
  switch (read.kind) {
    case "names":
      return fromNames(read.names, session, before);
    case "definition": {
      const api = definitionFromYaml(read.text, read.path);
      return { api: join(before, api), names: namesOf(api), assumed: [], ignored: [] };
    }
    case "specification":
      throw notBuilt(`${read.path} is an OpenAPI specification`);
    case "english":
      throw notBuilt("Text with spaces is a description in English");
  }
}
