import { useState } from "preact/hooks";
import { call, query, time, type Created, type Key, type Page } from "./api.ts";
import { LimitTable, share, Used } from "./limits.tsx";
import { Refusals } from "./requests.tsx";
import { asked, copy, Field, Table, useAct, useData, usePages } from "./parts.tsx";

export function Keys() {
  const [search, setSearch] = useState("");
  const [team, setTeam] = useState(asked("team"));
  const [opened, setOpened] = useState("");
  const [isNew, setNew] = useState(false);
  const pages = usePages();
  const keys = useData<Page<Key>>(`/admin/keys${query({ limit: 50, after: pages.start, search, team })}`);
  const narrowed = (set: (value: string) => void) => (value: string) => {
    pages.first();
    set(value);
  };
  return (
    <>
      <div class="row">
        <Field label="Search name, owner or id" value={search} set={narrowed(setSearch)} />
        <Field label="Team" value={team} set={narrowed(setTeam)} />
        <button class="main" aria-expanded={isNew} onClick={() => setNew(!isNew)}>
          New key
        </button>
      </div>
      {isNew && <NewKey done={keys.reload} />}
      {opened !== "" && <Details id={opened} close={() => setOpened("")} changed={keys.reload} />}
      <Table<Key>
        caption="Keys"
        empty="No key was found."
        loaded={{ data: keys.data?.data, error: keys.error }}
        columns={[
          {
            title: "Name",
            cell: ({ id, name }) => <button onClick={() => setOpened(id)}>{name || id}</button>,
          },
          { title: "Ends in", cell: ({ hint }) => <code>{hint}</code> },
          { title: "Team", cell: ({ team: of }) => of ?? "–" },
          { title: "Owner", cell: ({ owner }) => owner ?? "–" },
          { title: "Models", kind: "wrap", cell: ({ models }) => models?.join(", ") ?? "all" },
          { title: "Created", cell: ({ created }) => time(created) },
          { title: "Expires", cell: ({ expires }) => time(expires) },
          { title: "Budget", kind: "wrap", cell: (key) => <Budget of={key} /> },
          { title: "State", cell: (key) => <State of={key} /> },
        ]}
      />
      {pages.buttons(keys.data?.has_more ? keys.data.data.at(-1)?.id : null)}
    </>
  );
}

/** Shows the limit with the least left; the details list all of them. */
const Budget = ({ of: { limits = [] } }: { readonly of: Key }) => {
  const [first] = limits.toSorted((a, b) => share(b) - share(a));
  if (!first) return <>none</>;
  return (
    <>
      <Used limit={first} /> {`${first.left} left of ${first.amount}`}
      <br />
      <small class="soft">{`${first.subject.split(":", 1)[0]} ${first.limit}`}</small>
    </>
  );
};

const State = ({ of: { disabled, expires } }: { readonly of: Key }) => {
  if (disabled !== null) return <span class="bad">disabled</span>;
  if (expires !== null && expires <= Date.now()) return <span class="bad">expired</span>;
  return <span class="good">active</span>;
};

const listOf = (text: string): readonly string[] | undefined => {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length > 0 ? names : undefined;
};

function NewKey({ done }: { readonly done: () => void }) {
  const [fields, setFields] = useState({
    name: "",
    team: "",
    owner: "",
    models: "",
    expires: "",
    daily: "",
    minute: "",
  });
  const [created, setCreated] = useState<Created>();
  const { note, run } = useAct();
  const field = (name: keyof typeof fields, label: string, type = "text") => (
    <Field
      label={label}
      type={type}
      value={fields[name]}
      set={(value) => setFields({ ...fields, [name]: value })}
    />
  );
  const create = () =>
    run(async () => {
      const { name, team, owner, models, expires, daily, minute } = fields;
      const limits = {
        ...(daily && { spend_per_day: daily }),
        ...(minute && { requests_per_minute: Number(minute) }),
      };
      const settings = { name, team, owner, models: listOf(models), ...(expires && { expires }) };
      const body = Object.keys(limits).length > 0 ? { ...settings, limits } : settings;
      setCreated(await call<Created>("/admin/keys", body));
      done();
      return "The key was created.";
    });
  return (
    <section class="panel" aria-label="New key">
      <form onSubmit={(event) => (event.preventDefault(), void create())}>
        <div class="row">
          {field("name", "Name")}
          {field("team", "Team")}
          {field("owner", "Owner")}
          {field("models", "Models, with commas (empty: all)")}
          {field("expires", "Expires", "date")}
          {field("daily", "Spend per day")}
          {field("minute", "Requests per minute", "number")}
          <button class="main">Create</button>
        </div>
      </form>
      {note}
      {created && <Secret secret={created.secret} />}
    </section>
  );
}

const Secret = ({ secret }: { readonly secret: string }) => (
  <>
    <p>This secret is shown once. Copy it now:</p>
    <pre>{secret}</pre>
    <button onClick={() => copy(secret)}>Copy</button>
  </>
);

interface DetailsProps {
  readonly id: string;
  readonly close: () => void;
  readonly changed: () => void;
}

function Details({ id, close, changed }: DetailsProps) {
  const path = `/admin/keys/${encodeURIComponent(id)}`;
  const key = useData<Key>(path);
  const [secret, setSecret] = useState("");
  const { note, run } = useAct();
  const act = (deed: string, message: string) =>
    run(async () => {
      const answer = await call<Partial<Created>>(`${path}/${deed}`, {});
      setSecret(answer.secret ?? "");
      key.reload();
      changed();
      return message;
    });
  if (!key.data) return <p class="soft">{key.error || "Loading…"}</p>;
  const { name, team, owner, models, tools, disabled, created, expires, limits } = key.data;
  return (
    <section class="panel" aria-label={`Key ${name || id}`}>
      <dl>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>Name</dt>
        <dd>{name || "–"}</dd>
        <dt>Team</dt>
        <dd>{team ?? "–"}</dd>
        <dt>Owner</dt>
        <dd>{owner ?? "–"}</dd>
        <dt>Models</dt>
        <dd>{models?.join(", ") ?? "all"}</dd>
        <dt>Tools</dt>
        <dd>{tools?.join(", ") ?? "all"}</dd>
        <dt>Created</dt>
        <dd>{time(created)}</dd>
        <dt>Expires</dt>
        <dd>{time(expires)}</dd>
      </dl>
      <h3>Budgets and limits that hold for it</h3>
      <LimitTable rows={limits} error={key.error} />
      <h3>Why its requests were refused</h3>
      <Refusals of={{ key: id }} />
      <div class="row">
        {disabled === null ? (
          <button onClick={() => void act("disable", "The key is refused from now on.")}>Disable</button>
        ) : (
          <button onClick={() => void act("enable", "The key is accepted again.")}>Enable</button>
        )}
        <button onClick={() => void act("rotate", "The old secret is refused from now on.")}>Rotate</button>
        <a class="button" href={`#/requests?key=${encodeURIComponent(id)}`}>
          Requests
        </a>
        <button onClick={close}>Close</button>
      </div>
      {note}
      {secret && <Secret secret={secret} />}
    </section>
  );
}
