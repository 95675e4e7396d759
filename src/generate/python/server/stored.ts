import {
  holds,
  lastParameter,
  plainPath,
  template,
  type Collection,
  type Frame,
  type Spread,
  type StoredBody,
} from "../../../api/index.ts";
import { otherBodies } from "../../specification/server/bodies.ts";
import { unused } from "../../specification/server/unused.ts";
import type { Served, ServerModel } from "../../specification/server/model.ts";
import { literal } from "../client/names.ts";
import type { Names } from "./model.ts";
import type { Types } from "./types.ts";

export interface Handler {
  readonly served: Served;
  readonly names: Names;
  readonly server: ServerModel;
  readonly types: Types;
  readonly collection: string;
}

const keyOf = (served: Served, names: Names, name: string, place: "path" | "query"): string => {
  const found = served.operation.parameters.find((one) => one.name === name && one.in === place);
  return `input.${(found && names.keys.get(found)) ?? ""}`;
};

/** The concrete path of the collection: each record on the way to it must be there, if it is one that is stored. */
function placeOf({ served, names, server }: Handler, collection: Collection): string {
  const own = plainPath(served.operation.path).split("/").slice(1);
  const steps: string[] = [];
  let path = "";
  let since = "";
  for (const [i, part] of collection.path.split("/").slice(1).entries()) {
    if (/^\{[^{}]+\}$/.test(part)) {
      const stored = server.bindings.collections.some((one) => template(one.path) === template(path));
      const name = (own[i] ?? "").slice(1, -1);
      steps.push(`(${literal(since)}, ${keyOf(served, names, name, "path")}, ${literal(stored)})`);
      since = "";
    } else since += `/${part}`;
    path += `/${part}`;
  }
  return steps.length
    ? `await below(context.records, ${steps.join(", ")}) + ${literal(since)}`
    : literal(path);
}

const gathered = (record: string, { member, names }: Spread): string =>
  `gathered(${record}, ${literal(member)}, ${literal(names)})`;

/** What a frame is written as; of numbers, what is known where. */
function frameText(frame: Frame, known: Readonly<Record<string, string>>): string {
  switch (frame.is) {
    case "record": {
      const fixed = Object.entries(frame.fixed).map(([name, value]) => `${literal(name)}: ${literal(value)}`);
      const record = known["record"] ?? "";
      const whole = fixed.length ? `also(${record}, {${fixed.join(", ")}})` : record;
      return frame.spread ? gathered(whole, frame.spread) : whole;
    }
    case "records":
      return frame.spread ? `[${gathered("one", frame.spread)} for one in items]` : "items";
    case "one":
      return `[${frameText(frame.item, known)}]`;
    case "fixed":
      return literal(frame.value);
    case "next":
      return "str(end) if end < total else None";
    case "object":
      return `{${Object.entries(frame.members)
        .map(([name, one]) =>
          one.is === "next" && one.last === "absent"
            ? `**({${literal(name)}: str(end)} if end < total else {})`
            : `${literal(name)}: ${frameText(one, known)}`,
        )
        .join(", ")}}`;
    default:
      return known[frame.is] ?? "";
  }
}

/** Refuses parameters and bodies that storage has no use for. */
function refusals({ served, names }: Handler): readonly string[] {
  const { binding, operation } = served;
  const parameters = unused(operation, binding).map((one) => {
    const value = `input.${names.keys.get(one) ?? ""}`;
    const usual = one.schema.default;
    const differs =
      usual === undefined || usual === null || typeof usual === "object"
        ? ""
        : ` and ${value} != ${literal(usual)}`;
    const issue = literal({ path: one.name, message: "is not supported" });
    return `    if ${value} is not None${differs}:\n        raise Problem(400, [${issue}])\n`;
  });
  const bodies = otherBodies(served).map(
    (type) => `    if input.content_type == ${literal(type)}:\n        raise Problem(415)\n`,
  );
  return [...parameters, ...bodies];
}

function listLines(handler: Handler, place: string): string {
  const { served, names, collection } = handler;
  const { binding } = served;
  if (binding?.stored.does !== "list") return "";
  const { list, answer } = binding.stored;
  const named = (kind: string): string | undefined => {
    const found = Object.entries(list.parameters).find(([, meaning]) => meaning === kind)?.[0];
    return found === undefined ? undefined : keyOf(served, names, found, "query");
  };
  const [limit, offset, page, cursor, sort] = ["limit", "offset", "page", "cursor", "sort"].map(named);
  const equals = Object.entries(list.parameters).flatMap(([name, meaning]) =>
    typeof meaning === "object" ? [`${literal(meaning.equals)}: ${keyOf(served, names, name, "query")}`] : [],
  );
  const or = (value: string | undefined, other: string): string =>
    value === undefined ? other : `(${other} if ${value} is None else ${value})`;
  const start =
    page === undefined
      ? cursor === undefined
        ? offset
        : `cursor_at(${cursor})`
      : `before(${list.fromZero ? `${or(page, "0")} + 1` : page}, ${limit ?? "None"})`;
  const counts = holds(answer.frame, ["limit", "pages"]);
  const size =
    limit === undefined ? (page === undefined ? undefined : "50") : counts ? or(limit, "50") : limit;
  const query = [
    ...(equals.length ? [`equals={${equals.join(", ")}}`] : []),
    ...(size === undefined ? [] : [`limit=${size}`]),
    ...(start === undefined ? [] : [`offset=${start}`]),
    ...(sort === undefined ? [] : [`sort=${sort}`]),
  ];
  const from = start === offset ? or(start, "0") : (start ?? "0");
  const known = {
    total: "total",
    count: "len(items)",
    more: "end < total",
    offset: from,
    page: or(page, list.fromZero ? "0" : "1"),
    limit: size ?? "50",
    pages: `-(-total // max(1, ${size ?? "50"}))`,
  };
  const only = answer.only ? `, only=${literal(answer.only)}` : "";
  const needed = list.totalHeader !== undefined || holds(answer.frame, ["total", "more", "next", "pages"]);
  const header = list.totalHeader === undefined ? "" : `, headers={${literal(list.totalHeader)}: total}`;
  return [
    `    items, ${needed ? "total" : "_total"} = await collections.${collection}.list(context.records, ${place}, Query(${query.join(", ")})${only})\n`,
    holds(answer.frame, ["next", "more"]) ? `    end = ${from} + len(items)\n` : "",
    `    return Answer(${answer.status}, ${answer.frame ? frameText(answer.frame, known) : "None"}${header})\n`,
  ].join("");
}

/** What of a body is stored. */
function sentText(whole: string, { spread, renamed, known }: StoredBody): string {
  const flat = spread ? `spread(${whole}, ${literal(spread.member)}, ${literal(spread.names)})` : whole;
  const spelled = renamed ? `named(${flat}, ${literal(renamed)})` : flat;
  const objects = known.map(({ path, names }) => `(${literal(path)}, ${literal(names)})`);
  return objects.length ? `known(${[spelled, ...objects].join(", ")})` : spelled;
}

/** The body of a handler: what storage does, or nothing yet. */
export function storedLines(handler: Handler): string {
  const { served, names, collection } = handler;
  const { binding, operation } = served;
  if (!binding) return "    raise Problem(501)\n";
  const { stored } = binding;
  const { answer } = stored;
  const place = placeOf(handler, binding.collection);
  const checks = refusals(handler).join("");
  if (stored.does === "list") return checks + listLines(handler, place);
  const body = "body" in stored ? stored.body : undefined;
  const key = keyOf(served, names, lastParameter(operation.path) ?? "", "path");
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
  const how = [
    ...(answer.only ? [`only=${literal(answer.only)}`] : []),
    ...(body?.keep.length ? [`keep=${literal(body.keep)}`] : []),
    ...(body?.needed ? ["needed=True"] : []),
  ];
  const call = `await collections.${collection}.${stored.does}(${["context.records", place, ...given, ...how].join(", ")})`;
  const { status, madeStatus, frame } = answer;
  if (stored.does === "put") {
    const code = madeStatus === undefined ? String(status) : `${madeStatus} if made else ${status}`;
    const names = `${frame ? "record" : "_record"}, ${madeStatus === undefined ? "_made" : "made"}`;
    return `${checks}    ${names} = ${call}\n    return Answer(${code}, ${frame ? frameText(frame, { record: "record" }) : "None"})\n`;
  }
  return frame
    ? `${checks}    return Answer(${status}, ${frameText(frame, { record: call })})\n`
    : `${checks}    ${call}\n    return Answer(${status}, None)\n`;
}
