import { time } from "./api.ts";
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
  readonly usage_days: number | null;
  readonly rules: { readonly since: string; readonly problem: string | null };
}

export function Settings() {
  const { data, error } = useData<Shown>("/admin/settings", 10);
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
            <dt>Rows of requests are kept for</dt>
            <dd>{data.usage_days === null ? "ever" : `${data.usage_days} days`}</dd>
            <dt>Configuration holds since (UTC)</dt>
            <dd>{time(data.rules.since)}</dd>
          </dl>
          {data.rules.problem !== null && (
            <p role="alert" class="bad">
              The configuration was changed since, but can't hold: {data.rules.problem}
            </p>
          )}
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
