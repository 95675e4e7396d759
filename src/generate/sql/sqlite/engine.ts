import type { DatabaseSync } from "node:sqlite";
import type { Catalog } from "../catalog.ts";
import type { Engine } from "../engine.ts";
import { answers, change } from "./changes.ts";
import { createAll } from "./tables.ts";

const statement = `
select 'table ' || t.name as what, '' as text from pragma_table_list t where t.type = 'table'
union all
select 'column ' || t.name || '.' || c.name,
  c.type || iif(c."notnull", ' not null', '') || coalesce(' default ' || c.dflt_value, '')
from pragma_table_list t, pragma_table_info(t.name) c where t.type = 'table'
union all
select 'index of ' || t.name || ' on ' || (select group_concat(name, ', ') from pragma_index_info(i.name)),
  iif(i."unique", 'unique', '')
from pragma_table_list t, pragma_index_list(t.name) i where t.type = 'table'
union all
select 'reference of ' || t.name || '.' || f."from", f."table" || ' on delete ' || f.on_delete
from pragma_table_list t, pragma_foreign_key_list(t.name) f where t.type = 'table'`;

/** Returns all objects of a database that matter to code, except checks. */
export function catalogOf(db: DatabaseSync): Catalog {
  const rows = db.prepare(statement).all() as unknown as readonly {
    readonly what: string;
    readonly text: string;
  }[]; // the selected columns
  return new Map(
    rows.map(({ what, text }) => [what, text] as const).filter(([what]) => !/ sqlite_/.test(what)),
  );
}

export const sqlite: Engine = {
  environment: {
    DATABASE_URL: { value: "", comment: "Path of the database file; empty: data/database.sqlite." },
  },
  // SQLite has only one auto-increment column, which orders the table.
  records: {
    position: "integer primary key autoincrement",
    counted: "",
    key: "not null unique",
    unique: true,
    within: true,
  },
  create: createAll,
  change,
  answers,
  async open() {
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
    return {
      run: async (script) => db.exec(script),
      catalog: () => Promise.resolve(catalogOf(db)),
      wanted(resources) {
        const fresh = new DatabaseSync(":memory:");
        fresh.exec(createAll(resources));
        const catalog = catalogOf(fresh);
        fresh.close();
        return Promise.resolve(catalog);
      },
      close: () => Promise.resolve(db.close()),
    };
  },
};
