import { mentioned, softNotes, withoutOutside, type ApiDefinition } from "../../api/index.ts";
import { ownResources } from "../../generate/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { Proposal } from "./propose.ts";

/** What is known of the application that resources are added to. */
interface Application {
  readonly files: Files;
  /** What an earlier run generated there. */
  readonly previous: { readonly api: ApiDefinition; readonly paths: readonly string[] } | undefined;
}

/**
 * Returns the proposal without resources that are only mentioned and that the application has itself: their ids are
 * plain values of the types that they have there.
 */
export async function besideOwn(proposal: Proposal, application: Application): Promise<Proposal> {
  const { files, previous } = application;
  const { api, names, assumed, choose } = proposal;
  const types = await ownResources(files, mentioned(api, previous?.api), previous?.paths ?? []);
  const again = choose && (async (id: string) => besideOwn(await choose(id), application));
  if (types.size === 0) return { ...proposal, ...(again ? { choose: again } : {}) };
  const left = withoutOutside(api, types);
  const outdated = new Set(api.resources.flatMap(softNotes));
  const typeNotes = [...types].map(
    ([name, type]) =>
      `${name} is the application's own: what refers to it holds its id (${type}), and whether it is there is not checked.`,
  );
  return {
    ...proposal,
    api: left,
    names: names.filter((name) => !types.has(name)),
    assumed: [
      ...assumed.filter((line) => !outdated.has(line)),
      ...typeNotes,
      ...left.resources.flatMap(softNotes),
    ],
    ...(again ? { choose: again } : {}),
  };
}
