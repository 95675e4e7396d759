import { data, type DataOf } from "../../lib/index.ts";
import type { Reported } from "../../report/index.ts";

export const apiGenData = data.object({
  definition: data.orNull(data.any("As in api.yaml"), "null where nothing is stored: clients, documentation"),
  endpoints: data.list(
    data.object({ method: data.text(), path: data.text(), summary: data.orNull(data.text()) }),
    "All that the result serves, calls or documents",
  ),
  conflicts: data.list(data.text(), "Files in which edits and new code conflict; both are marked there"),
});

type Data = DataOf<typeof apiGenData>;
export type ApiGenReport = Reported<Data>;

interface Made {
  readonly definition?: Data["definition"];
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly summary?: string | undefined;
  }[];
  readonly conflicts?: readonly string[];
}

export const dataOf = ({ definition = null, operations, conflicts = [] }: Made): Data => ({
  definition,
  endpoints: operations.map(({ method, path, summary = "" }) => ({
    method: method.toUpperCase(),
    path,
    summary: summary || null,
  })),
  conflicts,
});
