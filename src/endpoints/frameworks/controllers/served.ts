import { ancestry } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import type { ClassValue, Machine, Value } from "../../evaluate/types.ts";
import { native, nothing, texts, unknown } from "../../evaluate/value.ts";
import { inTable } from "../../../lib/index.ts";
import type { Route, Verb } from "../contract.ts";
import { givenTo, marksOf, marksOfClass } from "../marks.ts";
import { joined } from "../paths.ts";
import { decorating } from "../verbs.ts";
import { authorized, isOurs, perform, type Action, type Around, type Asked } from "./action.ts";

/** One route of a controller's method. */
export interface Served {
  readonly methods: readonly Verb[];
  readonly paths: readonly string[];
  readonly handlers: readonly Value[];
  readonly file: string;
  readonly at: number;
  /** The method itself. */
  readonly within?: NonNullable<Route["handler"]>;
}

/** How a framework calls handlers. */
export type Asking = (
  values: readonly Value[],
  m: Machine,
) => { readonly asked: Asked; readonly next: Value };

export interface Serving {
  readonly prefix: string;
  readonly around: Around;
  readonly asking: Asking;
  readonly m: Machine;
}

/** The routes of a controller's methods, including inherited ones. */
export function served(controller: ClassValue, on: Serving): readonly Served[] {
  const outer = marksOfClass(controller).filter(({ value }) => isOurs(value));
  const seen = new Set<string>();
  return ancestry(controller).flatMap((cls) =>
    (cls.kind === "class" ? cls.cls.methods : []).flatMap(({ fn }) => {
      if (cls.kind !== "class" || seen.has(fn.name)) return [];
      seen.add(fn.name);
      const marks = marksOf(fn, cls, on.m).filter(({ value }) => isOurs(value));
      return ofAction({ controller, cls, fn, marks, outer }, on);
    }),
  );
}

function ofAction(action: Action, { prefix, around, asking, m }: Serving): readonly Served[] {
  const { fn, marks, outer } = action;
  const { file, at, name } = fn;
  const mark = outer.find((mark) => mark.name === "Controller" || mark.name === "JsonController");
  const base = texts(mark?.args?.list[0])[0] ?? "";
  const before = [...givenTo("UseBefore", outer), ...givenTo("UseBefore", marks)].map((value) =>
    value.kind === "class" ? m.get(around.made(value, m), "use") : value,
  );
  const handlers = [
    handler((exchange) => authorized(action, around, exchange), asking, true),
    ...before,
    handler((exchange) => perform(action, around, exchange), asking, false),
  ];
  return marks
    .filter((mark) => Object.hasOwn(decorating, mark.name))
    .map((verb) => ({
      methods: inTable(decorating, verb.name) ?? [],
      paths: [joined(prefix, base, texts(verb.args?.list[0])[0] ?? "")],
      handlers,
      file,
      at,
      within: { file, at, name },
    }));
}

/** A handler for the framework; all but the last pass the request on. */
const handler = (of: (exchange: Asked) => (m: Machine) => void, asking: Asking, passes: boolean): Value =>
  native("controller", ({ list }, m) => {
    const { asked, next } = asking(list, m);
    of(asked)(m);
    return passes ? m.call(next, args([])) : nothing;
  });

/** The request and response of Express. */
export const ofExpress: Asking = ([request = unknown, response = unknown, next = unknown]) => ({
  asked: { request, response, context: unknown },
  next,
});

/** Hono's context; routing-controllers doesn't run there. */
export const ofHono: Asking = ([context = unknown, next = unknown]) => ({
  asked: { request: unknown, response: unknown, context },
  next,
});

/** The context of Koa. */
export const ofKoa: Asking = ([context = unknown, next = unknown], m) => ({
  asked: { request: m.get(context, "request"), response: m.get(context, "response"), context },
  next,
});
