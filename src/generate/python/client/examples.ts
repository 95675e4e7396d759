import type { SpecParameter } from "../../../api/index.ts";
import {
  examplesOf,
  firstExample,
  lineOf,
  mostShown,
  type ExampleCall,
} from "../../specification/example.ts";
import { modelOf } from "../../specification/model.ts";
import { nameOperations } from "../../specification/named.ts";
import { plain } from "../../specification/text.ts";
import type { Group } from "./groups.ts";
import type { Method } from "./method.ts";
import type { Models } from "./models.ts";
import { literal } from "./names.ts";

/** What a README shows of the operations. */
export interface Shown {
  /** A call of an operation that reads. */
  readonly first: string | undefined;
  /** A call of each operation, in their groups. */
  readonly all: string;
}

/** Values whose type in Python is that of their literal. */
const isPlain = ({ schema }: SpecParameter, value: unknown): boolean =>
  typeof value !== "object" &&
  schema.$ref === undefined &&
  !/^(uuid|date|date-time|time)$/.test(schema.format ?? "");

/** The arguments of an example as type checkers take them; undefined where a literal has another type than is wanted. */
function argumentsOf(
  { named, values }: ExampleCall,
  method: Method,
  isClass: (type: string) => boolean,
): string | undefined {
  const { parameters } = named.operation;
  const given = [...values].map(([name, value]) => {
    const place = parameters.findIndex((one) => named.keys.get(one) === name);
    const [parameter, argument] = [
      parameters[place],
      method.arguments[place < 0 ? parameters.length : place],
    ];
    if (!argument) return undefined;
    if (parameter) return isPlain(parameter, value) ? `${argument.key}=${literal(value)}` : undefined;
    return isClass(argument.type)
      ? `${argument.key}=${argument.type}.model_validate(${literal(value)})`
      : undefined;
  });
  return given.includes(undefined) ? undefined : given.join(", ");
}

/** Examples as calls of the grouped client, which type checkers take as they are. */
export function shownCalls(
  models: Models,
  {
    methods,
    groups,
    module,
  }: { readonly methods: readonly Method[]; readonly groups: readonly Group[]; readonly module: string },
): Shown {
  const classes = new Set([...models.text.matchAll(/^class (\w+)\(/gm)].map(([, name]) => name));
  const examples = examplesOf(nameOperations(modelOf(models.spec)), models.spec);
  const byOperation = new Map([...examples.values()].map((call) => [call.named.operation, call]));
  const byName = new Map(methods.map((method) => [method.name, method]));
  const shownOf = ({ name, method }: Group["members"][number], group: Group): string | undefined => {
    const found = byName.get(method);
    const call = found && byOperation.get(found.operation);
    const given = found && call && argumentsOf(call, found, (type) => classes.has(type));
    return given === undefined ? undefined : `client.${group.name}.${name}(${given})`;
  };
  const calls = groups.flatMap((group) =>
    group.members.map((member) => ({
      group,
      member,
      method: byName.get(member.method),
      call: shownOf(member, group),
    })),
  );
  const shown = calls.filter(({ method }) => method).slice(0, mostShown); // pagers and streams have the same arguments
  const texts = [...Map.groupBy(shown, ({ group }) => group)].map(([group, members]) => {
    const lines = members.map(({ member, method, call }) => {
      const about = method ? lineOf(method.operation) : "";
      return call === undefined ? `# client.${group.name}.${member.name}: ${about}` : `${call}  # ${about}`;
    });
    const used = models.names.filter((name) =>
      lines.some((line) => line.includes(`=${name}.model_validate(`)),
    );
    const imports = used.length ? [`from ${module}.models import ${used.join(", ")}`, ""] : [];
    return `### ${plain(group.name)}\n\n\`\`\`python\n${[...imports, ...lines].join("\n").replaceAll("`", "'")}\n\`\`\`\n`;
  });
  const first = firstExample(
    examples,
    ({ named, values }) =>
      !values.has("body") &&
      calls.some(({ method, call }) => method?.operation === named.operation && call !== undefined),
  );
  return {
    first: calls.find(({ method }) => method && method.operation === first?.named.operation)?.call,
    all: `${texts.join("\n")}${methods.length > mostShown ? `\n… and ${methods.length - mostShown} more.\n` : ""}`,
  };
}
