import type { Spec, SpecParameter, SpecSchema } from "../../../api/index.ts";
import { isObject } from "../../../lib/index.ts";
import {
  examplesOf,
  FileExample,
  firstExample,
  lineOf,
  mostShown,
  type ExampleCall,
  type ExampleValue,
} from "../../specification/example.ts";
import { mediaKind, resolved } from "../../specification/model.ts";
import { plain } from "../../specification/text.ts";
import type { Group } from "./groups.ts";
import type { Method } from "./method.ts";
import type { Models } from "./models.ts";
import { literal } from "./python-identifiers.ts";

/** Sample calls in a README. */
export interface Shown {
  /** A call of an operation that reads. */
  readonly first: string | undefined;
  /** A call of each operation, by group. */
  readonly all: string;
}

/** Whether the Python type of a value is that of its literal. */
function isPlain(schema: SpecSchema, value: ExampleValue): boolean {
  if (value instanceof FileExample) return true;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items !== undefined && value.every((item: ExampleValue) => isPlain(items, item));
  }
  return (
    typeof value !== "object" &&
    schema.$ref === undefined &&
    !/^(uuid|date|date-time|time)$/.test(schema.format ?? "")
  );
}

/** Returns an example's value as a literal; a file is bytes. */
function shownValue(value: ExampleValue): string {
  if (value instanceof FileExample) return `b${literal(value.text)}`;
  if (Array.isArray(value)) return `[${value.map((item: ExampleValue) => shownValue(item)).join(", ")}]`;
  if (!isObject(value)) return literal(value);
  const members = Object.entries(value as { readonly [member: string]: ExampleValue }); // no list, and no file
  return `{${members.map(([name, item]) => `${literal(name)}: ${shownValue(item)}`).join(", ")}}`;
}

interface Known {
  readonly spec: Spec;
  readonly classes: ReadonlySet<string>;
}

/** Returns a body as an argument of a type; undefined if its literal has another. */
function bodyText(
  type: string,
  value: ExampleValue,
  { operation }: Method,
  { spec, classes }: Known,
): string | undefined {
  const madeOf = (name: string, sample: ExampleValue): string | undefined =>
    classes.has(name) ? `${name}.model_validate(${shownValue(sample)})` : undefined;
  const [, item] = /^str \| list\[(.*)\]$/.exec(type) ?? [];
  if (item !== undefined && Array.isArray(value)) {
    const lines = value.map((line: ExampleValue) => madeOf(item, line));
    return lines.includes(undefined) ? undefined : `[${lines.join(", ")}]`;
  }
  if (type === "bytes" || type === "str")
    return type === (value instanceof FileExample ? "bytes" : typeof value === "string" ? "str" : "")
      ? shownValue(value)
      : undefined;
  const [[media, { schema = {} }] = ["", {}]] = Object.entries(operation.requestBody?.content ?? {});
  if (mediaKind(media) !== "multipart") return madeOf(type, value);
  const { properties = {} } = resolved(spec, schema) ?? {};
  const members = isObject(value) ? Object.entries(value) : [];
  const fits =
    type.startsWith("Mapping[") ||
    members.every(([name, item]) => isPlain(properties[name] ?? {}, item as ExampleValue)); // of an example
  return fits ? shownValue(value) : undefined;
}

/** Returns the arguments of an example as type checkers accept them; undefined if a literal's type doesn't match. */
function argumentsOf({ called, values }: ExampleCall<Method>, known: Known): string | undefined {
  const { parameters } = called.operation;
  const argumentTexts = [...values].map(([parameter, value]) => {
    const place = parameter === "body" ? parameters.length : parameters.indexOf(parameter);
    const argument = called.arguments[place];
    if (!argument) return undefined;
    const plain = (of: SpecParameter): string | undefined =>
      isPlain(of.schema, value) && !Array.isArray(value) ? shownValue(value) : undefined;
    const text = parameter === "body" ? bodyText(argument.type, value, called, known) : plain(parameter);
    return text === undefined ? undefined : `${argument.key}=${text}`;
  });
  return argumentTexts.includes(undefined) ? undefined : argumentTexts.join(", ");
}

/** Returns examples as calls of the grouped client, which type checkers accept unchanged. */
export function shownCalls(
  models: Models,
  {
    methods,
    groups,
    module,
  }: { readonly methods: readonly Method[]; readonly groups: readonly Group[]; readonly module: string },
): Shown {
  const classes = new Set(
    [...models.text.matchAll(/^class (\p{ID_Continue}+)\(/gmu)].map(([, name = ""]) => name),
  );
  const byName = new Map(methods.map((method) => [method.name, method]));
  const exampleCalls = groups
    .flatMap((group) =>
      group.members.flatMap(({ name, method: found }) => {
        const method = byName.get(found); // pagers and streams have the same arguments
        return method ? [{ group, method, place: `client.${group.name}.${name}` }] : [];
      }),
    )
    .slice(0, mostShown);
  const places = new Map(exampleCalls.map(({ method, place }) => [method, place]));
  const examples = examplesOf(
    methods.filter((method) => places.has(method)),
    models.spec,
  );
  const callOf = (method: Method): string | undefined => {
    const example = examples.get(method);
    const argumentText = example && argumentsOf(example, { spec: models.spec, classes });
    return argumentText === undefined ? undefined : `${places.get(method)}(${argumentText})`;
  };
  const texts = [...Map.groupBy(exampleCalls, ({ group }) => group)].map(([group, members]) => {
    const lines = members.map(({ method, place }) => {
      const [call, about] = [callOf(method), lineOf(method.operation)];
      return call === undefined ? `# ${place}: ${about}` : `${call}  # ${about}`;
    });
    const classNames = lines.flatMap((line) => [
      ...line.matchAll(/[=[](\p{ID_Continue}+)\.model_validate\(/gu),
    ]);
    const used = new Set(classNames.map(([, name = ""]) => name).filter((name) => classes.has(name)));
    const imports = used.size ? [`from ${module}.models import ${[...used].toSorted().join(", ")}`, ""] : [];
    return `### ${plain(group.name)}\n\n\`\`\`python\n${[...imports, ...lines].join("\n").replaceAll("`", "'")}\n\`\`\`\n`;
  });
  const first = firstExample(
    examples,
    ({ called, values }) => !values.has("body") && callOf(called) !== undefined,
  );
  return {
    first: first && callOf(first.called),
    all: `${texts.join("\n")}${methods.length > mostShown ? `\n… and ${methods.length - mostShown} more.\n` : ""}`,
  };
}
