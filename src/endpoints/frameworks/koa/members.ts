import type { Value } from "../../evaluate/types.ts";
import { each, external, items, textOf, unknown } from "../../evaluate/value.ts";
import type { Verb } from "../contract.ts";
import { knownBy, type Members } from "../members.ts";
import { itself, param, placeOf, type Call, type On } from "../routers.ts";
import { joined, pathsOf } from "../paths.ts";
import { usedFor } from "../under.ts";
import { usual, verbs, verbsIn } from "../verbs.ts";

const isText = (value: Value | undefined): boolean =>
  textOf(value) !== undefined ||
  (value?.kind === "list" && value.items.some((item) => textOf(item) !== undefined));

/** Flattens nested lists of handlers, and alternatives. */
export const flat = (handlers: readonly Value[]): readonly Value[] =>
  handlers.flatMap((handler) => items(handler)).flatMap(each);

/** `router.get("name", "/path", …handlers)`; the name is optional. */
const routing =
  (methods: readonly Verb[]): Call =>
  (args, { self, m, add }) => {
    const [first, second, ...rest] = args.list;
    const isNamed = isText(first) && isText(second);
    const paths = pathsOf(isNamed ? second : first, args, m);
    const handlers = isNamed ? rest : [...(second ? [second] : []), ...rest];
    add({ kind: "route", methods, paths, handlers, ...placeOf(args) });
    return self;
  };

const open: Call = () => unknown;

/** Methods of applications and routers. */
export const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb) => [verb, routing([verb])])),
  del: routing(["delete"]),
  all: routing(usual),
  register(args, { self, m, add }) {
    const [path, methods, ...handlers] = args.list;
    const paths = pathsOf(path, args, m);
    add({ kind: "route", methods: verbsIn(methods), paths, handlers, ...placeOf(args) });
    return self;
  },
  use(args, { self, add }) {
    const { rest: handlers, ...where } = usedFor(args.list);
    add({ kind: "use", methods: [], ...where, handlers, ...placeOf(args) });
    return self;
  },
  param,
  prefix({ list: [prefix] }, { self, node }) {
    node.prefix = joined(textOf(prefix) ?? "", node.prefix);
    return self;
  },
  routes: itself,
  middleware: itself,
  allowedMethods: () => external("@koa/router.allowedMethods"),
  callback: open,
  listen: open,
  on: open,
};

export const knows = knownBy(
  members,
  "keys proxy env subdomainOffset proxyIpHeader maxIpsCount silent once emit onerror toJSON inspect url redirect default opts stack server swagger",
);
