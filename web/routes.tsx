import type { Page } from "./api.ts";
import { Table, useData } from "./parts.tsx";

interface Target {
  readonly route: string;
  readonly upstream: string;
  readonly model: string;
  readonly weight: number;
  readonly open_requests: number;
  readonly wait_ms: number;
}

export function Routes() {
  const targets = useData<Page<Target>>("/admin/routes", 3);
  return (
    <>
      <p class="soft">
        As this instance sees them. A breaker that is open lets one request try once its wait is over.
      </p>
      <Table<Target>
        caption="Targets of routes"
        empty="The configuration has no routes: models are asked by their own names."
        loaded={{ data: targets.data?.data, error: targets.error }}
        columns={[
          { title: "Route", cell: ({ route }) => route },
          { title: "Upstream", cell: ({ upstream }) => upstream },
          { title: "Model", cell: ({ model }) => model },
          { title: "Weight", kind: "number", cell: ({ weight }) => weight },
          { title: "Under way", kind: "number", cell: (target) => target.open_requests },
          {
            title: "Health",
            cell: ({ wait_ms: wait }) =>
              wait === 0 ? (
                <span class="good">asked</span>
              ) : (
                <span class="bad">not asked for {Math.ceil(wait / 1000)} s</span>
              ),
          },
        ]}
      />
    </>
  );
}
