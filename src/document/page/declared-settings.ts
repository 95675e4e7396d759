/** A setting as a schema or a class declares it, with its place in the text. */
export interface DeclaredSetting {
  readonly name: string;
  readonly value: string | undefined;
  readonly index: number;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly value: string | undefined;
  readonly index: number;
}

/** A class of Python with typed fields, and where it takes settings from. */
export interface Held {
  readonly bases: readonly string[];
  readonly fields: readonly Field[];
  readonly prefix: string;
  readonly delimiter: string | undefined;
}

const quoted = (value: string | undefined): string | undefined =>
  /^(?:"[^"\n]*"|'[^'\n]*'|-?[\d.]+|True|False|true|false)$/.exec(value?.trim() ?? "")?.[0];

/** `Field(default="x")` and `Field("x")` as what stands for nothing said. */
const fallback = (value: string | undefined): string | undefined =>
  quoted(
    /^\w*Field\(\s*(?:default\s*=\s*)?("[^"\n]*"|'[^'\n]*'|-?[\d.]+|True|False)\s*[,)]/.exec(
      value ?? "",
    )?.[1] ?? value,
  );

/** The classes of a module of Python that have typed fields, by their names. */
function classesIn(text: string): ReadonlyMap<string, Held> {
  const found = new Map<string, Held>();
  for (const { 1: name = "", 2: bases = "", 3: body = "", index, 0: whole } of text.matchAll(
    /^class (\w+)\(([^()\n]*)\):[^\n]*\n((?:[ \t]+[^\n]*\n|[ \t]*\n)*)/gm,
  )) {
    const start = index + whole.length - body.length;
    const indent = /^[ \t]+/m.exec(body)?.[0] ?? "    ";
    const fields = [
      ...body.matchAll(/^([ \t]+)([A-Za-z]\w*)[ \t]*:[ \t]*([^=\n]+?)[ \t]*(?:=[ \t]*([^\n]*))?$/gm),
    ];
    found.set(name, {
      bases: bases.split(",").map((base) => base.trim().split(".").at(-1) ?? ""),
      prefix: /\benv_prefix\s*=\s*["'](\w*)["']/.exec(body)?.[1] ?? "",
      delimiter: /\benv_nested_delimiter\s*=\s*["'](\w+)["']/.exec(body)?.[1],
      fields: fields.flatMap(({ 1: before, 2: field = "", 3: type = "", 4: value, index: position }) =>
        before === indent && !/^ClassVar\b/.test(type) && field !== "model_config"
          ? [{ name: field, type, value, index: start + position }]
          : [],
      ),
    });
  }
  return found;
}

/** The classes of all modules of a project, by their names: settings extend those of other files. */
export const settingsBases = (texts: Iterable<string>): ReadonlyMap<string, Held> =>
  new Map([...texts].flatMap((text) => [...classesIn(`${text}\n`)]));

/**
 * The fields of settings of pydantic, which the environment fills by their names.
 * @param elsewhere Classes of other files.
 */
export function settingsClasses(
  text: string,
  elsewhere: ReadonlyMap<string, Held> = new Map(),
): readonly DeclaredSetting[] {
  const own = classesIn(`${text}\n`);
  const classes = new Map([...elsewhere, ...own]);
  /** A class and those that it extends, up to `BaseSettings`; empty where that isn't among them. */
  const lineOf = (name: string, depth = 0): readonly Held[] => {
    const held = depth < 8 ? classes.get(name) : undefined;
    if (!held) return [];
    if (held.bases.includes("BaseSettings")) return [held];
    const above = held.bases.map((base) => lineOf(base, depth + 1)).find((line) => line.length > 0);
    return above ? [held, ...above] : [];
  };
  const of = (
    held: Held,
    prefix: string,
    delimiter: string | undefined,
    depth = 0,
  ): readonly DeclaredSetting[] =>
    held.fields.flatMap(({ name, type, value, index }): readonly DeclaredSetting[] => {
      const inner = classes.get(type);
      const called =
        /\b(?:validation_alias|alias|env)\s*=\s*["'](\w+)["']/.exec(value ?? "")?.[1] ?? prefix + name;
      if (inner && delimiter && depth < 4) return of(inner, called + delimiter, delimiter, depth + 1);
      // what is read by a call of its own is found there
      if (/^config\(|^env\b|^os\./.test(value ?? "")) return [];
      return [{ name: called.toUpperCase(), value: fallback(value), index }];
    });
  return [...own].flatMap(([name, held]) => {
    const line = lineOf(name);
    const prefix = line.find((held) => held.prefix)?.prefix ?? "";
    return line.length ? of(held, prefix, line.find((held) => held.delimiter)?.delimiter) : [];
  });
}

/** What takes the environment as a whole: a schema's check, envalid, t3-env, Nest's and Fastify's modules. */
const checks =
  /\b(?:safeParse|parse|parseAsync|validate|validateSync|assert|cast|cleanEnv|parseEnv|Value\.Parse|Decode)\(\s*(?:\w+\s*,\s*)?process\.env\b|\bcreateEnv\(|\bvalidationSchema\s*:|@fastify\/env|["']fastify-env["']|\bplainToInstance\(\s*\w*Env/;

const maker = String.raw`(?:z|zod|Joi|joi|yup|v|t|Type|S|str|num|bool|port|url|email|host|json|makeValidator|s)\b`;

/** The names that a schema of the environment declares. */
export function settingsSchemas(text: string): readonly DeclaredSetting[] {
  if (!checks.test(text)) return [];
  const keys = [
    ...text.matchAll(
      new RegExp(String.raw`(?:^[ \t]*|[{,]\s*)["']?([A-Z][A-Z0-9_]+)["']?\s*:\s*(?=${maker}\s*[.(])`, "gm"),
    ),
    ...text.matchAll(/\.prop\(\s*["']([A-Z][A-Z0-9_]+)["']\s*(?=,)/g),
  ];
  return keys.map(({ 0: whole, 1: name = "", index }, place) => {
    const end = Math.min(keys[place + 1]?.index ?? text.length, index + 400);
    const rest = text.slice(index + whole.length, Math.max(end, index + whole.length));
    const value = /(?:\.default\(\s*|\bdefault\s*:\s*)("[^"\n]*"|'[^'\n]*'|-?[\d.]+|true|false)/.exec(
      rest,
    )?.[1];
    return { name, value: quoted(value), index: index + whole.indexOf(name) };
  });
}
