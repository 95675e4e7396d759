import { useState } from "preact/hooks";
import { number, query, type Page, type Sum } from "./api.ts";
import { Chart, Field, Table, useData } from "./parts.tsx";

export function Usage() {
  const [by, setBy] = useState("team");
  const [from] = useState(new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10));
  const [fields, setFields] = useState({ from, to: "", key: "", team: "", model: "" });
  const sums = useData<Page<Sum>>(`/admin/usage${query({ by, limit: 200, ...fields })}`);
  const field = (name: keyof typeof fields, label: string, type = "text") => (
    <Field
      label={label}
      type={type}
      value={fields[name]}
      set={(value) => setFields({ ...fields, [name]: value })}
    />
  );
  const data = sums.data?.data ?? [];
  return (
    <>
      <div class="row">
        <Field
          label="Sum by"
          value={by}
          set={setBy}
          options={["team", "key", "model", "upstream", "state", "error", "day", "hour"]}
        />
        {field("from", "From (UTC)", "date")}
        {field("to", "To, all of the day", "date")}
        {field("key", "Key id")}
        {field("team", "Team")}
        {field("model", "Model")}
        <a class="button" href={`/admin/usage/export${query({ format: "csv", ...fields })}`} download>
          CSV
        </a>
        <a class="button" href={`/admin/usage/export${query({ format: "jsonl", ...fields })}`} download>
          JSONL
        </a>
      </div>
      <div class="panel">
        <Chart
          title={`Cost by ${by}`}
          bars={data.slice(0, 60).map(({ group, cost }) => ({ label: group, value: Number(cost) }))}
        />
      </div>
      <Table<Sum>
        caption={`Usage by ${by}; the first 200`}
        empty="Nothing was used then."
        loaded={{ data: sums.data?.data, error: sums.error }}
        columns={[
          { title: by, cell: ({ group }) => group || "–" },
          { title: "Cost", kind: "number", cell: ({ cost }) => cost },
          { title: "Requests", kind: "number", cell: ({ requests }) => number(requests) },
          { title: "Input", kind: "number", cell: ({ input }) => number(input) },
          { title: "of it tools", kind: "number", cell: ({ tools }) => number(tools) },
          { title: "Output", kind: "number", cell: ({ output }) => number(output) },
          { title: "Cache read", kind: "number", cell: (sum) => number(sum.cache_read) },
          { title: "Cache write", kind: "number", cell: (sum) => number(sum.cache_write) },
          { title: "Interrupted", kind: "number", cell: ({ interrupted }) => number(interrupted) },
          { title: "Failed", kind: "number", cell: ({ failed }) => number(failed) },
          { title: "Lost", kind: "number", cell: ({ lost }) => number(lost) },
        ]}
      />
    </>
  );
}
