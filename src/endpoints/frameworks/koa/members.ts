import type { Args, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { items, textOf, texts, unknown } from "../../evaluate/value.ts";
import type { Route, Verb } from "../contract.ts";
import type { Members } from "../members.ts";
import { joined, pathsOf } from "../paths.ts";
import { usual, verbs, verbsIn } from "../verbs.ts";

/** What is registered by one call. */
export interface Entry {
  readonly kind: "use" | "route" | "param";
  readonly methods: readonly Verb[];
  readonly paths: readonly string[] | undefined;
  readonly handlers: readonly Value[];
  readonly name?: string;
  readonly file: string;
  readonly at: number;
  /** The method that answers, where no value stands for it. */
  readonly within?: Route["handler"];
}

/** An application or a router: what is registered in it. */
export interface Node {
  prefix: string;
  readonly isApp: boolean;
  readonly entries: Entry[];
}

/** An application or a router on which something is called. */
export interface On {
  readonly self: ObjectValue;
  readonly node: Node;
  readonly m: Machine;
  readonly add: (entry: Entry) => void;
}

type Call = Members<On>[string];

const isText = (value: Value | undefined): boolean =>
  textOf(value) !== undefined ||
  (value?.kind === "list" && value.items.some((one) => textOf(one) !== undefined));

const placeOf = ({ file, at }: Args): Pick<Entry, "file" | "at"> => ({ file, at });

/** `router.get("name", "/path", …handlers)`, with or without the name. */
const routing =
  (methods: readonly Verb[]): Call =>
  (given, { self, m, add }) => {
    const [first, second, ...rest] = given.list;
    const isNamed = isText(first) && isText(second);
    const paths = pathsOf(isNamed ? second : first, given, m);
    const handlers = isNamed ? rest : [...(second ? [second] : []), ...rest];
    add({ kind: "route", methods, paths, handlers, ...placeOf(given) });
    return self;
  };

const itself: Call = (_given, { self }) => self;
const open: Call = () => unknown;

/** What an application or a router can be called by. */
export const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb) => [verb, routing([verb])])),
  del: routing(["delete"]),
  all: routing(usual),
  register(given, { self, m, add }) {
    const [path, methods, ...handlers] = given.list;
    const paths = pathsOf(path, given, m);
    add({ kind: "route", methods: verbsIn(methods), paths, handlers, ...placeOf(given) });
    return self;
  },
  use(given, { self, add }) {
    const [first, ...rest] = given.list;
    const paths = isText(first) ? items(first).flatMap((one) => texts(one)) : undefined;
    add({ kind: "use", methods: [], paths, handlers: paths ? rest : given.list, ...placeOf(given) });
    return self;
  },
  param(given, { self, node }) {
    const [named, ...handlers] = given.list;
    const name = textOf(named);
    node.entries.push({
      kind: "param",
      methods: [],
      paths: undefined,
      handlers,
      ...(name === undefined ? {} : { name }),
      ...placeOf(given),
    });
    return self;
  },
  prefix({ list: [prefix] }, { self, node }) {
    node.prefix = joined(textOf(prefix) ?? "", node.prefix);
    return self;
  },
  routes: itself,
  middleware: itself,
  allowedMethods: open,
  callback: open,
  listen: open,
  on: open,
};
