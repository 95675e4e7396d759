/** A setting declared by a schema or class, with its position in the text. */
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

/** A Python class with typed fields, and where it reads settings from. */
export interface Held {
  readonly bases: readonly string[];
  readonly fields: readonly Field[];
  readonly prefix: string;
  readonly delimiter: string | undefined;
}

const quoted = (value: string | undefined): string | undefined =>
  /^(?:"[^"\n]*"|'[^'\n]*'|-?[\d.]+|True|False|true|false)$/.exec(value?.trim() ?? "")?.[0];

/** Returns the default in `Field(default="x")` and `Field("x")`. */
const fallback = (value: string | undefined): string | undefined =>
  quoted(
    /^\w*Field\(\s*(?:default\s*=\s*)?("[^"\n]*"|'[^'\n]*'|-?[\d.]+|True|False)\s*[,)]/.exec(
      value ?? "",
    )?.[1] ?? value,
  );

/** Returns a Python module's classes with typed fields, by name. */
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

/** Returns such classes of all modules of a project, by name: settings may extend those of other files. */
export const settingsBases = (texts: Iterable<string>): ReadonlyMap<string, Held> =>
  new Map([...texts].flatMap((text) => [...classesIn(`${text}\n`)]));

/**
 * Returns the fields of pydantic settings, which are filled from the environment.
 * @param elsewhere Classes of other files.
 */
export function settingsClasses(
  text: string,
  elsewhere: ReadonlyMap<string, Held> = new Map(),
): readonly DeclaredSetting[] {
  const ownClasses = classesIn(`${text}\n`);
  const classes = new Map([...elsewhere, ...ownClasses]);
  /** Returns a class and its bases up to `BaseSettings`; empty if that isn't one of them. */
  const lineOf = (name: string, depth = 0): readonly Held[] => {
    const cls = depth < 8 ? classes.get(name) : undefined;
    if (!cls) return [];
    if (cls.bases.includes("BaseSettings")) return [cls];
    const above = cls.bases.map((base) => lineOf(base, depth + 1)).find((line) => line.length > 0);
    return above ? [cls, ...above] : [];
  };
  const of = (
    cls: Held,
    prefix: string,
    delimiter: string | undefined,
    depth = 0,
  ): readonly DeclaredSetting[] =>
    cls.fields.flatMap(({ name, type, value, index }): readonly DeclaredSetting[] => {
      const inner = classes.get(type);
      const called =
        /\b(?:validation_alias|alias|env)\s*=\s*["'](\w+)["']/.exec(value ?? "")?.[1] ?? prefix + name;
      if (inner && delimiter && depth < 4) return of(inner, called + delimiter, delimiter, depth + 1);
      // settings read by their own call are found there
      if (/^config\(|^env\b|^os\./.test(value ?? "")) return [];
      return [{ name: called.toUpperCase(), value: fallback(value), index }];
    });
  return [...ownClasses].flatMap(([name, cls]) => {
    const line = lineOf(name);
    const prefix = line.find((settingsClass) => settingsClass.prefix)?.prefix ?? "";
    return line.length
      ? of(cls, prefix, line.find((settingsClass) => settingsClass.delimiter)?.delimiter)
      : [];
  });
}

/** Calls that validate the whole environment: a schema's check, envalid, t3-env, Nest and Fastify modules. */
const checks =
  /\b(?:safeParse|parse|parseAsync|validate|validateSync|assert|cast|cleanEnv|parseEnv|Value\.Parse|Decode)\(\s*(?:\w+\s*,\s*)?process\.env\b|\bcreateEnv\(|\bvalidationSchema\s*:|@fastify\/env|["']fastify-env["']|\bplainToInstance\(\s*\w*Env/;

const maker = String.raw`(?:z|zod|Joi|joi|yup|v|t|Type|S|str|num|bool|port|url|email|host|json|makeValidator|s)\b`;

/** Returns the names that an environment schema declares. */
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
