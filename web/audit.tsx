import { query, time, type Page } from "./api.ts";
import { Table, useData, usePages } from "./parts.tsx";

interface Entry {
  readonly number: number;
  readonly at: number;
  readonly name: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: object;
}

export function Audit() {
  const pages = usePages();
  const entries = useData<Page<Entry>>(`/admin/audit${query({ limit: 50, before: pages.start })}`);
  const data = entries.data?.data;
  return (
    <>
      <Table<Entry>
        caption="Changes, the latest first"
        empty="Nothing was changed yet."
        loaded={{ data, error: entries.error }}
        columns={[
          { title: "No.", kind: "number", cell: (entry) => entry.number },
          { title: "Time (UTC)", cell: ({ at }) => time(at) },
          { title: "Who", cell: ({ name }) => name },
          { title: "Action", cell: ({ action }) => action },
          { title: "Subject", cell: ({ subject }) => <code>{subject}</code> },
          { title: "Detail", kind: "wrap", cell: ({ detail }) => <code>{JSON.stringify(detail)}</code> },
        ]}
      />
      {pages.buttons(data && data.length === 50 ? String(data.at(-1)?.number ?? "") : null)}
    </>
  );
}
