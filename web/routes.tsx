import type { Page } from "./api.ts";
import { Table, useData } from "./parts.tsx";

interface Target {
  readonly route: string | null;
  readonly upstream: string;
  readonly model: string | null;
  readonly weight: number;
  readonly open_requests: number;
  readonly failures: number;
  readonly wait_ms: number;
}

export function Routes() {
  const targets = useData<Page<Target>>("/admin/routes", 3);
  return (
    <>
      <p class="soft">
        As this instance sees them. A breaker that is open lets one request try once its wait is over.
        Upstreams without a route are asked for models by the models' own names, and always asked.
      </p>
      <Table<Target>
        caption="Targets of routes, and upstreams"
        empty="The configuration has no upstreams: only the built-in model or those of --model are asked."
        loaded={{ data: targets.data?.data, error: targets.error }}
        columns={[
          { title: "Route", cell: ({ route }) => route ?? "–" },
          { title: "Upstream", cell: ({ upstream }) => upstream },
          { title: "Model", cell: ({ model }) => model ?? "any" },
          { title: "Weight", kind: "number", cell: ({ weight }) => weight },
          { title: "Under way", kind: "number", cell: (target) => target.open_requests },
          {
            title: "Health",
            cell: ({ wait_ms: wait, failures }) =>
              wait === 0 ? (
                <span class={failures === 0 ? "good" : "bad"}>
                  {failures === 0 ? "asked" : `asked; ${failures} failed in a row`}
                </span>
              ) : (
                <span class="bad">not asked for {Math.ceil(wait / 1000)} s</span>
              ),
          },
        ]}
      />
    </>
  );
}
