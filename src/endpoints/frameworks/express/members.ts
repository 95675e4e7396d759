import type { Args, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, items, native, object, texts, unknown } from "../../evaluate/value.ts";
import type { Verb } from "../contract.ts";
import { knownBy, type Members } from "../members.ts";
import { itself, param, placeOf, type Call, type Entry, type On } from "../routers.ts";
import { pathsBesidePatterns, patternsOf, usedFor } from "../under.ts";
import { isVerb, usual, verbs } from "../verbs.ts";

/** Whether a path is known only at run time, or is a pattern. */
const isOpen = (value: Value | undefined): boolean =>
  value?.kind === "unknown" || patternsOf(value).length > 0;

export const flat = (handlers: readonly Value[]): readonly Value[] =>
  items({ kind: "list", items: [...handlers] });

const unclear = ({ m }: On, args: Args): void => void m.unclear.push(placeOf(args));

/** Registers handlers for a path. An unknown path is skipped; handlers of a pattern act as middleware. */
function register(
  { add }: On,
  path: Value | undefined,
  entry: Pick<Entry, "methods" | "handlers" | "file" | "at">,
): void {
  const patterns = patternsOf(path);
  const paths = pathsBesidePatterns(path);
  if (path?.kind !== "unknown" && (!patterns.length || paths?.length))
    add({ kind: "route", paths, ...entry });
  if (patterns.length) add({ kind: "use", paths: [], patterns, isWhole: true, ...entry });
}

/** `app.get("/path", …handlers)` */
function route(on: On, args: Args, methods: readonly Verb[]): Value {
  const [path, ...rest] = args.list;
  if (isOpen(path)) unclear(on, args);
  const handlers = flat(pathsBesidePatterns(path) ? rest : args.list);
  register(on, path, { methods, handlers, ...placeOf(args) });
  return on.self;
}

/** `router.route("/path").get(…handlers)` */
const chain: Call = (at, on) => {
  const path = at.list[0] ?? constant("");
  if (isOpen(path)) unclear(on, at);
  if (path.kind === "unknown") return unknown;
  const under: ObjectValue = object([], {
    type: "express.route",
    get: (verb) => {
      const methods = verb === "all" ? usual : isVerb(verb) ? [verb] : undefined;
      if (!methods) return unknown;
      return native(verb, (args) => {
        register(on, path, { methods, handlers: flat(args.list), ...placeOf(args) });
        return under;
      });
    },
  });
  return under;
};

const setting = (name: string): string => `%setting ${name}`;

/** Names of packages' handlers that answer requests themselves; other middleware of packages passes them on. */
const serves = /rout(?:er|es)|serve|static|swagger|graphql|proxy|admin|docs|api[-_]?reference/i;

/** Methods of applications and routers. */
export const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb): [string, Call] => [verb, (args, on) => route(on, args, [verb])])),
  // a setting: `app.get("env")`
  get(args, on) {
    const [name] = args.list.length === 1 ? texts(args.list[0]) : [];
    if (name === undefined) return route(on, args, ["get"]);
    return on.self.props.get(setting(name)) ?? unknown;
  },
  del: (args, on) => route(on, args, ["delete"]),
  all: (args, on) => route(on, args, usual),
  use(args, on) {
    const { paths, patterns, rest } = usedFor(args.list);
    const handlers = flat(rest);
    const isRouter = handlers.some((value) => value.kind === "object" && value.host?.knows);
    if (isRouter && patterns.some(({ kind }) => kind === "unknown")) unclear(on, args);
    const last = handlers.at(-1);
    for (const path of paths?.length === 0 ? [""] : (paths ?? []))
      if (last?.kind === "external" && serves.test(last.path))
        on.m.foreign.push({ name: last.path, path, ...placeOf(args) });
    on.add({ kind: "use", methods: [], paths, patterns, handlers, ...placeOf(args) });
    return on.self;
  },
  param,
  route: chain,
  set({ list: [name, value] }, { self, m }) {
    const [called] = texts(name);
    if (called !== undefined && value) m.set(self.props, setting(called), value);
    return self;
  },
  enable: itself,
  disable: itself,
  engine: itself,
};

export const knows = knownBy(
  members,
  "listen locals mountpath enabled disabled render path on once emit off setMaxListeners address close server io name default",
);
