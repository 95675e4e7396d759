import { useState } from "preact/hooks";
import { number, query, type Page, type RequestRow, type Sum } from "./api.ts";
import { Field, Table, useData, usePages } from "./parts.tsx";
import { OneRequest, RequestTable } from "./requests.tsx";

export function Errors() {
  const [from, setFrom] = useState(new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10));
  const [state, setState] = useState("failed");
  const [opened, setOpened] = useState<RequestRow>();
  const pages = usePages();
  const causes = useData<Page<Sum>>(`/admin/usage${query({ by: "error", limit: 50, from })}`);
  const rows = useData<Page<RequestRow>>(
    `/admin/requests${query({ limit: 50, before: pages.start, state, from })}`,
  );
  return (
    <>
      <div class="row">
        <Field label="From (UTC)" type="date" value={from} set={setFrom} />
        <Field
          label="State"
          value={state}
          options={["failed", "refused", "interrupted", "lost"]}
          set={(value) => (pages.first(), setState(value))}
        />
      </div>
      <Table<Sum>
        caption="Causes"
        empty="No error was recorded."
        loaded={{ data: causes.data?.data.filter(({ group }) => group !== ""), error: causes.error }}
        columns={[
          { title: "Error", cell: ({ group }) => group },
          { title: "Requests", kind: "number", cell: ({ requests }) => number(requests) },
          { title: "Failed", kind: "number", cell: ({ failed }) => number(failed) },
          { title: "Interrupted", kind: "number", cell: ({ interrupted }) => number(interrupted) },
          { title: "Cost", kind: "number", cell: ({ cost }) => cost },
        ]}
      />
      <h3>Requests</h3>
      {opened && <OneRequest row={opened} close={() => setOpened(undefined)} />}
      <RequestTable rows={rows.data?.data} error={rows.error} open={setOpened} />
      {pages.buttons(rows.data?.next)}
      <p class="soft">
        Causes are those of accepted requests; refused ones are listed, and aren't part of usage.
      </p>
    </>
  );
}
