import { Table, useData } from "./parts.tsx";

interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
}
interface Shown {
  readonly version: string;
  readonly store: string;
  readonly unknown_price: string;
  readonly prices: Readonly<Record<string, Rates>>;
}

export function Settings() {
  const { data, error } = useData<Shown>("/admin/settings");
  return (
    <>
      <p class="soft">
        These come from the configuration file and the command line. <code>antiphon config check</code> checks
        the file.
      </p>
      {data && (
        <section class="panel" aria-label="Server">
          <dl>
            <dt>Version</dt>
            <dd>{data.version}</dd>
            <dt>Store</dt>
            <dd>
              <code>{data.store}</code>
            </dd>
            <dt>Models without a price</dt>
            <dd>{data.unknown_price}</dd>
          </dl>
        </section>
      )}
      <Table<readonly [string, Rates]>
        caption="Prices for a million tokens"
        empty="No price is configured."
        loaded={{ data: data && Object.entries(data.prices), error }}
        columns={[
          { title: "Model", cell: ([name]) => name },
          { title: "Input", kind: "number", cell: ([, { input }]) => input },
          { title: "Output", kind: "number", cell: ([, { output }]) => output },
          { title: "Cache read", kind: "number", cell: ([, rates]) => rates.cache_read ?? "–" },
          { title: "Cache write", kind: "number", cell: ([, rates]) => rates.cache_write ?? "–" },
        ]}
      />
    </>
  );
}
