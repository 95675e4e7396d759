import { data, placeData, type DataOf } from "../../lib/index.ts";
import type { Reported } from "../../report/index.ts";

const share = data.orNull(data.object({ documented: data.count(), total: data.count() }));

export const docData = data.object({
  coverage: data.object(
    { declarations: share, endpoints: share, readme: share, commits: share },
    "null for what isn't part of the target",
  ),
  outdated: data.list(data.text(), "Statements that are no longer true"),
  left_alone: data.list(data.object({ path: data.text(), why: data.text() }), "Files that weren't touched"),
  endpoints: data.list(
    data.object({ method: data.text(), path: data.text(), place: data.orNull(placeData) }),
  ),
});

export type DocData = DataOf<typeof docData>;
export type DocReport = Reported<DocData>;

type Part = Omit<Partial<DocData>, "coverage"> & { readonly coverage?: Partial<DocData["coverage"]> };

/** Merges the data of targets, each of which knows only its own part. */
export const docDataOf = (...parts: readonly Part[]): DocData => ({
  coverage: {
    declarations: null,
    endpoints: null,
    readme: null,
    commits: null,
    ...Object.assign({}, ...parts.map(({ coverage = {} }) => coverage)),
  },
  outdated: parts.flatMap(({ outdated = [] }) => outdated),
  left_alone: parts.flatMap(({ left_alone: left = [] }) => left),
  endpoints: parts.flatMap(({ endpoints = [] }) => endpoints),
});
