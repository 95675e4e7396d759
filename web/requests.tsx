import { useState } from "preact/hooks";
import { number, query, time, type Page, type RequestRow } from "./api.ts";
import { toolCalls, type WithBodies } from "./replay.tsx";
import { asked, Field, Table, useData, usePages } from "./parts.tsx";

const states = ["", "done", "refused", "open", "interrupted", "failed", "lost"];

export function Requests() {
  const [fields, setFields] = useState({
    key: asked("key"),
    team: asked("team"),
    model: "",
    state: asked("state"),
  });
  const [isLive, setLive] = useState(false);
  const [opened, setOpened] = useState<RequestRow>();
  const pages = usePages();
  const path = `/admin/requests${query({ limit: 50, before: pages.start, ...fields })}`;
  const rows = useData<Page<RequestRow>>(path, isLive ? 3 : 0);
  const field = (name: keyof typeof fields, label: string, options?: readonly string[]) => (
    <Field
      label={label}
      value={fields[name]}
      {...(options && { options })}
      set={(value) => (pages.first(), setFields({ ...fields, [name]: value }))}
    />
  );
  return (
    <>
      <div class="row">
        {field("key", "Key id")}
        {field("team", "Team")}
        {field("model", "Model")}
        {field("state", "State", states)}
        <label class="check">
          <input type="checkbox" checked={isLive} onChange={() => setLive(!isLive)} />
          Live
        </label>
      </div>
      {opened && <OneRequest row={opened} close={() => setOpened(undefined)} />}
      <RequestTable rows={rows.data?.data} error={rows.error} open={setOpened} />
      {pages.buttons(rows.data?.next)}
    </>
  );
}

interface RequestTableProps {
  readonly rows: readonly RequestRow[] | undefined;
  readonly error: string;
  readonly open: (row: RequestRow) => void;
}

export const RequestTable = ({ rows, error, open }: RequestTableProps) => (
  <Table<RequestRow>
    caption="Requests, the latest first"
    empty="No request was found."
    loaded={{ data: rows, error }}
    columns={[
      { title: "Time (UTC)", cell: (row) => <button onClick={() => open(row)}>{time(row.at)}</button> },
      {
        title: "State",
        cell: ({ state, refused }) => (
          <span class={state === "done" ? "good" : state === "open" ? "" : "bad"}>
            {state}
            {Number(refused) > 1 && ` × ${number(refused)}`}
          </span>
        ),
      },
      { title: "Key", cell: (row) => <code>{row["key_id"]}</code> },
      { title: "Team", cell: (row) => row["team"] ?? "–" },
      { title: "Model", cell: (row) => row["model"] || "–" },
      { title: "Input", kind: "number", cell: (row) => number(row["input"]) },
      { title: "Output", kind: "number", cell: (row) => number(row["output"]) },
      { title: "Cost", kind: "number", cell: (row) => row["cost"] ?? "–" },
      { title: "First ms", kind: "number", cell: (row) => number(row["first_ms"]) },
      { title: "Total ms", kind: "number", cell: (row) => number(row["total_ms"]) },
      { title: "Error", kind: "wrap", cell: (row) => row["reason"] ?? row["error"] ?? "" },
    ]}
  />
);

/** Why requests were refused lately: those of a key, or by the limits of a subject (`limit`: of any). */
export const Refusals = ({
  of,
}: {
  readonly of: { readonly key: string } | { readonly refused_by: string };
}) => {
  const path = `/admin/requests${query({ limit: 20, state: "refused", ...of })}`;
  const { data, error } = useData<Page<RequestRow>>(path);
  return (
    <Table<RequestRow>
      caption="Refused lately; equal ones of a minute together"
      empty="No request was refused in the last thirty days."
      loaded={{ data: data?.data, error }}
      columns={[
        { title: "Time (UTC)", cell: (row) => time(row.at) },
        { title: "Requests", kind: "number", cell: (row) => number(row["refused"]) },
        ...("key" in of ? [] : [{ title: "Key", cell: (row: RequestRow) => <code>{row["key_id"]}</code> }]),
        { title: "Model", cell: (row) => row["model"] || "–" },
        { title: "Refused by", cell: (row) => refuser(row) },
        { title: "Reason", kind: "wrap", cell: (row) => row["reason"] ?? "–" },
        { title: "Resets at (UTC)", cell: (row) => time(row["resets_at"] ?? null) },
      ]}
    />
  );
};

const refuser = (row: RequestRow): string =>
  row["limit"] ? `${row["subject"]} ${row["limit"]}` : `${row["status"]} ${row["error"]}`;

export const OneRequest = ({ row, close }: { readonly row: RequestRow; readonly close: () => void }) => (
  <section class="panel" aria-label={`Request ${row.id}`}>
    <Timeline row={row} />
    <dl>
      {Object.entries(row).map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? "–")}</dd>
        </>
      ))}
    </dl>
    {row.state !== "refused" && <Bodies id={row.id} />}
    <button onClick={close}>Close</button>
  </section>
);

/** Shows the recorded request and answer; viewing them is logged in the audit log. */
function Bodies({ id }: { readonly id: string }) {
  const { data, error } = useData<WithBodies>(`/admin/requests/${encodeURIComponent(id)}`);
  if (!data) return <p class="soft">{error || "Loading…"}</p>;
  if (!data.request && !data.answer) return <p class="soft">Its bodies were not kept.</p>;
  return (
    <>
      <Calls of={data} />
      <BodyText title="Request" body={data.request} />
      <BodyText title="Answer" body={data.answer} />
      {data.request && (
        <p>
          <a class="button" href={`#/playground?request=${encodeURIComponent(id)}`}>
            Replay in the playground
          </a>
        </p>
      )}
    </>
  );
}

function Calls({ of }: { readonly of: WithBodies }) {
  const calls = toolCalls(of);
  if (calls.length === 0) return null;
  return (
    <>
      <h3>Its tool calls, in their order</h3>
      <ol>
        {calls.map(({ name, input, result }) => (
          <li>
            <code>{`${name} ${input}`}</code>
            {result === undefined ? " was asked for by this answer" : ` gave ${result.slice(0, 500)}`}
          </li>
        ))}
      </ol>
    </>
  );
}

const BodyText = ({ title, body }: { readonly title: string; readonly body: WithBodies["request"] }) =>
  body && (
    <details>
      <summary>{`${title} (${number(body.bytes)} bytes)`}</summary>
      <pre>{body.text}</pre>
    </details>
  );

/** Shows when the request began, when its first event came, and when it ended. */
function Timeline({ row }: { readonly row: RequestRow }) {
  const [first, total] = [row["first_ms"], Number(row["total_ms"] ?? 0)];
  if (total === 0) return null;
  const upstream = row["upstream_request_id"] ? ` (${row["upstream"]}: ${row["upstream_request_id"]})` : "";
  const attempts = `${number(row["attempts"])} ${row["attempts"] === 1 ? "attempt" : "attempts"}${upstream}`;
  if (typeof first !== "number") return <p>{`${attempts}; it took ${total} ms.`}</p>;
  return (
    <p>
      {`${attempts}; first event after ${first} ms, last after ${total} ms.`}{" "}
      <meter value={first / total} aria-label="Share of the time until the first event" />
    </p>
  );
}
