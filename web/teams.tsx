import { useState } from "preact/hooks";
import { number, query, type Limit, type Page, type Sum } from "./api.ts";
import { LimitTable } from "./limits.tsx";
import { Field, Table, useData, usePages } from "./parts.tsx";

interface Team {
  readonly team: string;
  readonly keys: number;
}

export function Teams() {
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState("");
  const pages = usePages();
  const teams = useData<Page<Team>>(`/admin/teams${query({ limit: 50, after: pages.start, search })}`);
  return (
    <>
      <p class="soft">A team is what keys name as theirs. Its limits hold for all of its keys together.</p>
      <div class="row">
        <Field label="Name begins with" value={search} set={(value) => (pages.first(), setSearch(value))} />
      </div>
      {opened !== "" && <Details key={opened} team={opened} close={() => setOpened("")} />}
      <Table<Team>
        caption="Teams"
        empty="No key names a team."
        loaded={{ data: teams.data?.data, error: teams.error }}
        columns={[
          { title: "Team", cell: ({ team }) => <button onClick={() => setOpened(team)}>{team}</button> },
          { title: "Keys", kind: "number", cell: ({ keys }) => number(keys) },
        ]}
      />
      {pages.buttons(teams.data?.next)}
    </>
  );
}

/** Shows a team's budgets and its usage in thirty days, with links to its keys and requests. */
function Details({ team, close }: { readonly team: string; readonly close: () => void }) {
  const [from] = useState(new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10));
  const limits = useData<Page<Limit>>(`/admin/limits${query({ subject: `team:${team}` })}`);
  const sums = useData<Page<Sum>>(`/admin/usage${query({ by: "model", limit: 50, team, from })}`);
  return (
    <section class="panel" aria-label={`Team ${team}`}>
      <h3>{team}</h3>
      <LimitTable rows={limits.data?.data} error={limits.error} />
      <Table<Sum>
        caption={`Usage by model since ${from}`}
        empty="Nothing was used."
        loaded={{ data: sums.data?.data, error: sums.error }}
        columns={[
          { title: "Model", cell: ({ group }) => group || "–" },
          { title: "Cost", kind: "number", cell: ({ cost }) => cost },
          { title: "Requests", kind: "number", cell: ({ requests }) => number(requests) },
          { title: "Input", kind: "number", cell: ({ input }) => number(input) },
          { title: "Output", kind: "number", cell: ({ output }) => number(output) },
        ]}
      />
      <div class="row">
        <a class="button" href={`#/keys${query({ team })}`}>
          Keys
        </a>
        <a class="button" href={`#/requests${query({ team })}`}>
          Requests
        </a>
        <a class="button" href={`#/limits${query({ subject: `team:${team}` })}`}>
          Set its limits
        </a>
        <button onClick={close}>Close</button>
      </div>
    </section>
  );
}
