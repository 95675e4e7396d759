import type { Args, ExternalValue, Machine, Part, Value } from "../../evaluate/types.ts";
import { constant, items, native, object, texts, textOf, truth, unknown } from "../../evaluate/value.ts";
import type { JsonSchema } from "../../../schema/index.ts";
import { objectOf, schemaValue, shape } from "../../schema/kinds.ts";
import { answer } from "../observe.ts";
import { inTable } from "../../../lib/index.ts";

interface Argument {
  readonly name: string;
  readonly part: Part | undefined;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** It refuses some of what may be sent. */
  readonly isNarrow: boolean;
}

/** What takes any text: by these names it is called or copied, not checked. */
const takesAny = /^(?:str|unicode|text_type|bool|list|FileStorage)$/;

const parts: Readonly<Record<string, Part>> = {
  args: "query",
  form: "body",
  json: "body",
  headers: "header",
  cookies: "cookie",
  files: "file",
};

const types: Readonly<Record<string, JsonSchema>> = {
  int: { type: "integer" },
  float: { type: "number" },
  bool: { type: "boolean" },
  boolean: { type: "boolean" },
  dict: { type: "object" },
};

function argument(given: Args): readonly Argument[] {
  const [made] = given.list;
  // one that was made before: `Argument("age", required=True)`
  const { list, named } =
    made?.kind === "external" && made.of?.name === "Argument" && made.args ? made.args : given;
  const type = named.get("type");
  const kind = type?.kind === "external" ? inTable(types, type.name) : undefined;
  const single: JsonSchema = kind ?? { type: "string" };
  const isList = ["append", "split"].includes(textOf(named.get("action")) ?? "");
  const [where] = items(named.get("location")).flatMap((item) => texts(item));
  const isTyped = type !== undefined && !(type.kind === "external" && takesAny.test(type.name));
  return texts(list[0] ?? named.get("name")).map((name) => ({
    name: textOf(named.get("dest")) ?? name,
    part: where === undefined ? undefined : inTable(parts, where),
    schema: isList ? { type: "array", items: single } : single,
    required: truth(named.get("required") ?? constant(false)) === true,
    isNarrow: isTyped || named.has("choices"),
  }));
}

/** Reads what a parser asks for: where it doesn't say, of what the method carries. */
function parsed(all: readonly Argument[], m: Machine): Value {
  const usual: Part = m.run?.method === "get" ? "query" : "body";
  for (const { name, part = usual, schema, required } of all) {
    const whole = objectOf([[name, shape(schema, !required)]]);
    if (part === "file") m.read({ kind: "input", part, path: [name] });
    else m.run?.checked.push({ part, path: [], schema: schemaValue(whole) });
  }
  if (all.some(({ required, isNarrow }) => required || isNarrow)) answer(m, 400);
  return object(all.map(({ name, part = usual }) => [name, { kind: "input", part, path: [name] } as const]));
}

function parser(from: readonly Argument[]): Value {
  let all = [...from];
  const self: Value = object([], {
    type: "flask.parser",
    get: (name) => {
      if (name === "add_argument" || name === "replace_argument")
        return native(name, (given) => {
          const added = argument(given);
          all = [...all.filter((argument) => !added.some((other) => other.name === argument.name)), ...added];
          return self;
        });
      if (name === "remove_argument")
        return native(name, ({ list: [gone] }) => {
          all = all.filter((argument) => !texts(gone).includes(argument.name));
          return self;
        });
      if (name === "copy") return native(name, () => parser(all));
      return name === "parse_args"
        ? native(name, (_given, m) => parsed(all, m))
        : native(name, () => unknown);
    },
  });
  return self;
}

/** `reqparse.RequestParser()` of Flask-RESTful and Flask-RESTX. */
export const requestParser = ({ path }: ExternalValue): Value | undefined =>
  /^flask_rest(?:ful|x|plus)\.reqparse\.RequestParser$/.test(path) ? parser([]) : undefined;
