/** Runs SQL: the embedded database, or a connection to a server. */
export interface Runner {
  query(sql: string, parameters: unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

/** One object of a schema, as PostgreSQL describes it. */
interface Entry {
  readonly what: string;
  readonly text: string;
}

/** Objects by name: `column tasks.title`, `constraint tasks_title_key of tasks`, `index …`. */
export type Catalog = ReadonlyMap<string, string>;

const statement = `
select 'table ' || c.relname as what, '' as text
from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'r'
union all
select 'column ' || c.relname || '.' || a.attname,
  format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end ||
  coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where c.relnamespace = $1::regnamespace and c.relkind = 'r'
union all
select 'constraint ' || o.conname || ' of ' || c.relname, pg_get_constraintdef(o.oid)
from pg_constraint o join pg_class c on c.oid = o.conrelid
where o.connamespace = $1::regnamespace and o.contype in ('p', 'u', 'f', 'c')
union all
select 'index ' || c.relname, pg_get_indexdef(c.oid)
from pg_class c join pg_index i on i.indexrelid = c.oid
where c.relnamespace = $1::regnamespace`;

/** Returns all objects of a schema that matter to code. */
export async function catalogOf(db: Runner, schema: string): Promise<Catalog> {
  const { rows } = await db.query(statement, [schema]);
  const entries = rows as readonly Entry[]; // the selected columns
  return new Map(entries.map(({ what, text }) => [what, text.replaceAll(`${schema}.`, "")] as const));
}

/**
 * Returns where `found` differs from `expected`, in sentences; other objects are ignored, unless they prevent inserts.
 */
export function lacking(found: Catalog, expected: Catalog): readonly string[] {
  const tables = new Set([...expected.keys()].filter((what) => what.startsWith("table ")));
  const wrong = [...expected].flatMap(([what, text]) => {
    const is = found.get(what);
    if (is === text) return [];
    return [is === undefined ? `${what} is missing` : `${what} is ${is}, but must be ${text}`];
  });
  const inTheWay = [...found].flatMap(([what, text]) => {
    const table = /^column ([^.]+)\./.exec(what)?.[1];
    const ours = table !== undefined && tables.has(`table ${table}`);
    return ours && !expected.has(what) && text.endsWith(" not null")
      ? [`${what} needs a value, and nothing gives it one`]
      : [];
  });
  return [...wrong, ...inTheWay];
}
