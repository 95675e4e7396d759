import { useState } from "preact/hooks";
import { number, query, type Page, type RequestRow, type Sum } from "./api.ts";
import { Chart, useData } from "./parts.tsx";

const hour = 3_600_000;

/** Returns one bar for each of the last 24 hours, including hours without requests. */
function bars(sums: readonly Sum[], value: (sum: Sum) => number, now: number) {
  const byHour = new Map(sums.map((sum) => [Date.parse(sum.group), value(sum)]));
  const last = Math.floor(now / hour) * hour;
  return Array.from({ length: 24 }, (_, i) => last - (23 - i) * hour).map((at) => ({
    label: new Date(at).toISOString().slice(11, 16),
    value: byHour.get(at) ?? 0,
  }));
}

function median(rows: readonly RequestRow[], name: string): number | null {
  const values = rows
    .flatMap((row) => (typeof row[name] === "number" ? [row[name]] : []))
    .sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? null;
}

export function Overview() {
  const [now] = useState(Date.now());
  const from = new Date(Math.floor(now / hour) * hour - 23 * hour).toISOString();
  const hours = useData<Page<Sum>>(`/admin/usage${query({ by: "hour", from })}`, 10);
  const latest = useData<Page<RequestRow>>(`/admin/requests${query({ limit: 200 })}`, 10);
  const sums = hours.data?.data ?? [];
  const total = (value: (sum: Sum) => number): number => sums.reduce((sum, each) => sum + value(each), 0);
  const rows = (latest.data?.data ?? []).filter(({ first_ms: first }) => typeof first === "number");
  const cards: readonly (readonly [string, string])[] = [
    ["Spend", shownSpend(total(({ cost }) => Number(cost)))],
    ["Requests", number(total(({ requests }) => requests))],
    ["Under way", number(total(({ open }) => open))],
    ["Failed or interrupted", number(total(({ failed, interrupted, lost }) => failed + interrupted + lost))],
    ["First event, median ms", number(median(rows, "first_ms"))],
    ["Whole answer, median ms", number(median(rows, "total_ms"))],
  ];
  return (
    <>
      <p class="soft">The last 24 hours; times of those among the latest 200 requests that were answered.</p>
      {(hours.error || latest.error) && (
        <p role="alert" class="bad">
          {hours.error || latest.error}
        </p>
      )}
      <div class="cards">
        {cards.map(([name, value]) => (
          <div class="panel">
            <span class="soft">{name}</span>
            <strong>{value}</strong>
          </div>
        ))}
      </div>
      <section class="panel" aria-label="Requests by hour">
        <h3>Requests by hour</h3>
        <Chart title="Requests by hour" bars={bars(sums, ({ requests }) => requests, now)} />
      </section>
      <section class="panel" aria-label="Spend by hour">
        <h3>Spend by hour</h3>
        <Chart title="Spend by hour" bars={bars(sums, ({ cost }) => Number(cost), now)} />
      </section>
    </>
  );
}

/** Formats an amount with cents; smaller amounts are shown in full. */
const shownSpend = (spend: number): string =>
  spend >= 1 || spend === 0 ? spend.toFixed(2) : String(Number(spend.toPrecision(3)));
