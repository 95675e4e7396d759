import type { SpecParameter } from "../../../api/index.ts";
import {
  examplesOf,
  firstExample,
  lineOf,
  mostShown,
  type ExampleCall,
} from "../../specification/example.ts";
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

/** Whether the value's Python type is that of its literal. */
const isPlain = ({ schema }: SpecParameter, value: unknown): boolean =>
  typeof value !== "object" &&
  schema.$ref === undefined &&
  !/^(uuid|date|date-time|time)$/.test(schema.format ?? "");

/** Returns the arguments of an example as type checkers accept them; undefined if a literal's type doesn't match. */
function argumentsOf(
  { called, values }: ExampleCall<Method>,
  classes: ReadonlySet<string>,
): string | undefined {
  const { parameters } = called.operation;
  const given = [...values].map(([parameter, value]) => {
    const place = parameter === "body" ? parameters.length : parameters.indexOf(parameter);
    const argument = called.arguments[place];
    if (!argument) return undefined;
    if (parameter !== "body")
      return isPlain(parameter, value) ? `${argument.key}=${literal(value)}` : undefined;
    return classes.has(argument.type)
      ? `${argument.key}=${argument.type}.model_validate(${literal(value)})`
      : undefined;
  });
  return given.includes(undefined) ? undefined : given.join(", ");
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
  const shown = groups
    .flatMap((group) =>
      group.members.flatMap(({ name, method: found }) => {
        const method = byName.get(found); // pagers and streams have the same arguments
        return method ? [{ group, method, place: `client.${group.name}.${name}` }] : [];
      }),
    )
    .slice(0, mostShown);
  const places = new Map(shown.map(({ method, place }) => [method, place]));
  const examples = examplesOf(
    methods.filter((method) => places.has(method)),
    models.spec,
  );
  const callOf = (method: Method): string | undefined => {
    const example = examples.get(method);
    const given = example && argumentsOf(example, classes);
    return given === undefined ? undefined : `${places.get(method)}(${given})`;
  };
  const texts = [...Map.groupBy(shown, ({ group }) => group)].map(([group, members]) => {
    const lines = members.map(({ method, place }) => {
      const [call, about] = [callOf(method), lineOf(method.operation)];
      return call === undefined ? `# ${place}: ${about}` : `${call}  # ${about}`;
    });
    const classNames = lines.flatMap((line) => [...line.matchAll(/=(\p{ID_Continue}+)\.model_validate\(/gu)]);
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
