import { useState } from "preact/hooks";
import { call, query, time, type Limit, type Page } from "./api.ts";
import { Refusals } from "./requests.tsx";
import { asked, Field, Table, useAct, useData, usePages } from "./parts.tsx";

const names = [
  "spend_per_hour",
  "spend_per_day",
  "spend_per_week",
  "spend_per_month",
  "spend_total",
  "requests_per_minute",
  "input_tokens_per_minute",
  "output_tokens_per_minute",
  "concurrent_requests",
];

export function Limits() {
  const [subject, setSubject] = useState(asked("subject"));
  const pages = usePages();
  const limits = useData<Page<Limit>>(`/admin/limits${query({ limit: 100, after: pages.start, subject })}`);
  return (
    <>
      <p class="soft">
        A request is reserved with the most that it may need, and settled by what it used. It is refused when
        a limit has less left than it needs: with 402 for money, with 429 for everything else.
      </p>
      <SetLimit done={limits.reload} />
      <div class="row">
        <Field
          label="Show one subject"
          placeholder="team:search"
          value={subject}
          set={(value) => (pages.first(), setSubject(value))}
        />
      </div>
      <LimitTable rows={limits.data?.data} error={limits.error} />
      {pages.buttons(limits.data?.next)}
      <h3>Requests that they refused</h3>
      <Refusals of={{ refused_by: subject || "limit" }} />
    </>
  );
}

function SetLimit({ done }: { readonly done: () => void }) {
  const [subject, setSubject] = useState(asked("subject") || "all");
  const [name, setName] = useState("spend_per_day");
  const [amount, setAmount] = useState("");
  const { note, run } = useAct();
  const set = (value: string | null, message: string) =>
    run(async () => {
      await call("/admin/limits", { subject, limits: { [name]: value } });
      done();
      return message;
    });
  return (
    <section class="panel" aria-label="Set a limit">
      <form class="row" onSubmit={(event) => (event.preventDefault(), void set(amount, "The limit is set."))}>
        <Field label="all, key:ID, team:NAME, model:NAME" value={subject} set={setSubject} />
        <Field label="Limit" value={name} set={setName} options={names} />
        <Field label="Amount" value={amount} set={setAmount} />
        <button class="main">Set</button>
        <button type="button" onClick={() => void set(null, "The limit is removed.")}>
          Remove
        </button>
      </form>
      {note}
    </section>
  );
}

/** Returns a share from 0 to 1. */
export const share = ({ amount, left }: Limit): number => {
  const most = Number(amount);
  return most === 0 ? 1 : 1 - Number(left) / most;
};

export const Used = ({ limit }: { readonly limit: Limit }) => (
  <meter
    value={share(limit)}
    high={0.9}
    aria-label={`${Math.round(share(limit) * 100)} % used or reserved`}
  />
);

interface LimitRows {
  readonly rows: readonly Limit[] | undefined;
  readonly error: string;
}

export const LimitTable = ({ rows, error }: LimitRows) => (
  <Table<Limit>
    caption="Budgets and limits"
    empty="There are no limits."
    loaded={{ data: rows, error }}
    columns={[
      { title: "Subject", cell: ({ subject }) => subject },
      { title: "Limit", cell: ({ limit }) => limit },
      { title: "Amount", kind: "number", cell: ({ amount }) => amount },
      { title: "Used", kind: "number", cell: ({ used }) => used },
      { title: "Reserved", kind: "number", cell: ({ reserved }) => reserved },
      { title: "Left", kind: "number", cell: ({ left }) => left },
      { title: "State", cell: (limit) => <Used limit={limit} /> },
      { title: "Resets at (UTC)", cell: ({ resets_at: at }) => time(at) },
    ]}
  />
);
