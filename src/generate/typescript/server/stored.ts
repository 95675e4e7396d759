import {
  holds,
  lastParameter,
  plainPath,
  template,
  type Collection,
  type Frame,
  type SpecSchema,
  type Spread,
  type StoredBody,
} from "../../../api/index.ts";
import { isIdentifier, literal } from "../client/names.ts";
import { typeText } from "../client/types.ts";
import type { Served, ServerModel } from "../../specification/server/model.ts";
import { otherBodies } from "../../specification/server/bodies.ts";
import { unused } from "../../specification/server/unused.ts";

const member = (name: string): string => (isIdentifier(name) ? `input.${name}` : `input[${literal(name)}]`);

/** Expression of what a parameter of this name holds. */
const parameter = (served: Served, name: string, place: "path" | "query"): string => {
  const found = served.operation.parameters.find((one) => one.name === name && one.in === place);
  return member((found && served.keys.get(found)) ?? "");
};

/** The concrete path of the collection: each record on the way to it must be there, if it is one that is stored. */
function placeOf(served: Served, collection: Collection, server: ServerModel): string {
  const names = plainPath(served.operation.path).split("/").slice(1);
  const steps: string[] = [];
  let path = "";
  let since = "";
  for (const [i, part] of collection.path.split("/").slice(1).entries()) {
    if (/^\{[^{}]+\}$/.test(part)) {
      const stored = server.bindings.collections.some((one) => template(one.path) === template(path));
      const name = (names[i] ?? "").slice(1, -1);
      steps.push(`[${literal(since)}, ${parameter(served, name, "path")}, ${String(stored)}]`);
      since = "";
    } else since += `/${part}`;
    path += `/${part}`;
  }
  return steps.length ? `(await below(records, ${steps.join(", ")})) + ${literal(since)}` : literal(path);
}

const literalMember = (name: string): string => (isIdentifier(name) ? name : literal(name));

const gathered = (record: string, { member: name, names }: Spread, type: string): string =>
  `gathered<${type}>(${record}, ${literal(name)}, ${literal(names)})`;

/** What a frame is written as; of numbers, what is known where. */
function frameText(frame: Frame, known: Readonly<Record<string, string>>): string {
  switch (frame.is) {
    case "record": {
      const fixed = Object.entries(frame.fixed).map(
        ([name, value]) => `${literalMember(name)}: ${literal(value)}`,
      );
      const record = known["record"] ?? "";
      const whole = fixed.length ? `{ ...(${record}), ${fixed.join(", ")} }` : record;
      return frame.spread ? gathered(whole, frame.spread, known["type"] ?? "") : whole;
    }
    case "records":
      return frame.spread
        ? `found.items.map((one) => ${gathered("one", frame.spread, known["type"] ?? "")})`
        : "found.items";
    case "one":
      return `[${frameText(frame.item, known)}]`;
    case "fixed":
      return literal(frame.value);
    case "next":
      return "end < found.total ? String(end) : null";
    case "object":
      return `{ ${Object.entries(frame.members)
        .map(([name, one]) =>
          one.is === "next" && one.last === "absent"
            ? `...(end < found.total ? { ${literalMember(name)}: String(end) } : {})`
            : `${literalMember(name)}: ${frameText(one, known)}`,
        )
        .join(", ")} }`;
    default:
      return known[frame.is] ?? "";
  }
}

/** The records in a frame: their schema, and where most of them stands. */
function recordsIn(
  frame: Frame | undefined,
): { readonly schema: SpecSchema; readonly spread?: Spread } | undefined {
  if (frame?.is === "record" || frame?.is === "records") return frame;
  if (frame?.is === "one") return recordsIn(frame.item);
  const inner = frame?.is === "object" ? Object.values(frame.members).map(recordsIn) : [];
  return inner.find((one) => one !== undefined);
}

interface Calls {
  /** The type of what is answered for a record. */
  readonly type: string;
  readonly call: (method: string, ...more: readonly string[]) => string;
}

/** Refuses parameters that storage has no use for. */
export const refusals = ({ binding, operation, keys }: Served): readonly string[] =>
  unused(operation, binding).map((one) => {
    const value = member(keys.get(one) ?? "");
    const usual = one.schema.default;
    const differs =
      usual === undefined || typeof usual === "object" ? "" : ` && ${value} !== ${literal(usual)}`;
    const issue = literal({ path: one.name, message: "is not supported" });
    return `  if (${value} !== undefined${differs}) throw new Problem(400, [${issue}]);\n`;
  });

const refusedBodies = (served: Served): string =>
  otherBodies(served)
    .map((type) => `  if (input.contentType === ${literal(type)}) throw new Problem(415);\n`)
    .join("");

function listBody(served: Served, { call, type }: Calls): string {
  const { binding } = served;
  if (binding?.stored.does !== "list") return "";
  const { list, answer } = binding.stored;
  const named = (kind: string): string | undefined => {
    const found = Object.entries(list.parameters).find(([, meaning]) => meaning === kind)?.[0];
    return found === undefined ? undefined : parameter(served, found, "query");
  };
  const [limit, offset, page, cursor, sort] = ["limit", "offset", "page", "cursor", "sort"].map(named);
  const equals = Object.entries(list.parameters).flatMap(([name, meaning]) =>
    typeof meaning === "object" ? [`${literal(meaning.equals)}: ${parameter(served, name, "query")}`] : [],
  );
  const start =
    page === undefined
      ? cursor === undefined
        ? offset
        : `cursorAt(${cursor})`
      : `before(${list.fromZero ? `(${page} ?? 0) + 1` : page}, ${limit ?? "undefined"})`;
  const counts = holds(answer.frame, ["limit", "pages"]);
  const size =
    limit === undefined ? (page === undefined ? undefined : "50") : counts ? `(${limit} ?? 50)` : limit;
  const query = [
    ...(equals.length ? [`equals: { ${equals.join(", ")} }`] : []),
    ...(size === undefined ? [] : [`limit: ${size}`]),
    ...(start === undefined ? [] : [`offset: ${start}`]),
    ...(sort === undefined ? [] : [`sort: ${sort}`]),
  ];
  const known = {
    type,
    total: "found.total",
    count: "found.items.length",
    more: "end < found.total",
    offset: `${start ?? "0"} ?? 0`,
    page: `${page ?? "1"} ?? ${list.fromZero ? "0" : "1"}`,
    limit: size ?? "50",
    pages: `Math.ceil(found.total / Math.max(1, ${size ?? "50"}))`,
  };
  const header =
    list.totalHeader === undefined ? "" : ` headers: { ${literal(list.totalHeader)}: found.total },`;
  const from = start === offset && start !== undefined ? `(${start} ?? 0)` : (start ?? "0");
  return [
    `  const found = await ${call("list", `{ ${query.join(", ")} }`)};\n`,
    holds(answer.frame, ["next", "more"]) ? `  const end = ${from} + found.items.length;\n` : "",
    `  return { status: ${answer.status},${header} body: ${answer.frame ? frameText(answer.frame, known) : ""} };\n`,
  ].join("");
}

/** What of a body is stored. */
function sentText(whole: string, { spread, renamed, known }: StoredBody): string {
  const flat = spread ? `spread(${whole}, ${literal(spread.member)}, ${literal(spread.names)})` : whole;
  const spelled = renamed ? `named(${flat}, ${literal(renamed)})` : flat;
  const objects = known.map(({ path, names }) => literal([path, names]));
  return objects.length ? `known(${[spelled, ...objects].join(", ")})` : spelled;
}

/** The body of a handler that storage carries. */
export function storedBody(served: Served, server: ServerModel, collection: string): string {
  const { binding, operation } = served;
  if (!binding) return "";
  const { stored } = binding;
  const { answer } = stored;
  const records = recordsIn(answer.frame);
  const type = records
    ? typeText(records.schema, { model: server.model, direction: "output", prefix: "m." })
    : "object";
  const body = "body" in stored ? stored.body : undefined;
  const how = {
    ...(answer.only ? { only: answer.only } : {}),
    ...(body?.keep.length ? { keep: body.keep } : {}),
    ...(body?.needed ? { needed: true } : {}),
  };
  const more = Object.keys(how).length ? [literal(how)] : [];
  const place = placeOf(served, binding.collection, server);
  const call = (method: string, ...given: readonly string[]): string =>
    `${collection}.${method}<${records?.spread ? "object" : type}>(${["records", place, ...given, ...more].join(", ")})`;
  const checks = [...refusals(served), refusedBodies(served)].join("");
  if (stored.does === "list") return checks + listBody(served, { call, type });
  const key = parameter(served, lastParameter(operation.path) ?? "", "path");
  const whole = body?.within === undefined ? "input.body" : `within(input.body, ${literal(body.within)})`;
  const sent = body ? sentText(whole, body) : whole;
  const given = {
    create: [sent],
    get: [key],
    update: [key, sent],
    put: [key, sent],
    patch: [key, sent],
    remove: [key],
  }[stored.does];
  const { status, madeStatus, frame } = answer;
  const code = madeStatus === undefined ? String(status) : `made ? ${madeStatus} : ${status}`;
  if (stored.does === "put") {
    const names = [...(frame ? ["record"] : []), ...(madeStatus === undefined ? [] : ["made"])];
    const head = names.length ? `const { ${names.join(", ")} } = ` : "";
    const shown = frame ? `, body: ${frameText(frame, { record: "record", type })}` : "";
    return `${checks}  ${head}await ${call("put", ...given)};\n  return { status: ${code}${shown} };\n`;
  }
  return frame
    ? `${checks}  return { status: ${code}, body: ${frameText(frame, { record: `await ${call(stored.does, ...given)}`, type })} };\n`
    : `${checks}  await ${call(stored.does, ...given)};\n  return { status: ${code} };\n`;
}
