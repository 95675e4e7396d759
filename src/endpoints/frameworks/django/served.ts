import type { JsonSchema } from "../../../schema/index.ts";
import { ancestry } from "../../evaluate/classes.ts";
import type { Args, Machine, Value } from "../../evaluate/types.ts";
import { constant, external, list, object } from "../../evaluate/value.ts";
import { schemaOf } from "../../schema/index.ts";
import { both, objectOf, shape } from "../../schema/kinds.ts";
import { serialized } from "../../schema/serializers.ts";
import type { Route } from "../contract.ts";
import { parametersIn } from "../paths.ts";
import { askedBy } from "./auth.ts";
import { djoser } from "./djoser.ts";
import { knox } from "./knox.ts";
import { restAuth } from "./rest-auth.ts";
import type { Served } from "./service.ts";
import type { Settings } from "./settings.ts";
import { inTable } from "../../../lib/index.ts";

const modules: Readonly<Record<string, readonly Served[]>> = { ...djoser, ...knox, ...restAuth };

const pattern = /^([\w.]+\.urls(?:\.\w+)?)#(\d+)$/;
const view = /^([\w.]+\.views\.\w+)\.as_view\(\)$/;

/** What a library serves by one of its patterns, or by a view of it. */
function servedBy(of: Value): readonly Served[] {
  if (of.kind !== "external") return [];
  const [, name = "", index] = pattern.exec(of.path) ?? [];
  const one = inTable(modules, name)?.[Number(index)];
  return one ? [one] : (inTable(modules, view.exec(of.path)?.[1] ?? "") ?? []);
}

/** The patterns that `include("djoser.urls")` stands for. */
export function servedUrls(name: string, { file, at }: Args, userField: string): Value | undefined {
  const all = inTable(modules, name);
  return (
    all &&
    list(
      all.map(({ path }, index) =>
        object([
          ["%route", constant(path.replaceAll("%user", userField))],
          ["%view", external(`${name}#${index}`)],
          ["%pattern", constant(false)],
          ["%place", constant(`${file}:${at}`)],
        ]),
      ),
    )
  );
}

/** What the program's own serializer takes, where its settings name one in place of the library's. */
function declared(
  { by, fields }: Served,
  texts: ReadonlyMap<string, string>,
  m: Machine,
): JsonSchema | undefined {
  if (by === undefined) return undefined;
  const named = new RegExp(`["']${by}["']\\s*:\\s*["']([\\w.]+)\\.(\\w+)["']`);
  for (const text of texts.values()) {
    const [, module = "", name = ""] =
      (/\b(?:DJOSER|REST_AUTH\w*)\s*=/.test(text) ? named.exec(text) : undefined) ?? [];
    if (!module) continue;
    const ending = `${module.replaceAll(".", "/")}.py`;
    const file = [...texts.keys()].find((path) => path === ending || path.endsWith(`/${ending}`));
    const cls = file === undefined ? undefined : m.module(file)?.scope.vars.get(name);
    if (cls?.kind !== "class") return undefined;
    const own = schemaOf(serialized(cls), m).schema;
    // one that extends the library's has its fields, too
    const isMore = ancestry(cls).some((one) => one.kind === "external" && /rest_auth/.test(one.path));
    return isMore ? both(own, usual(fields)) : own;
  }
  return undefined;
}

const usual = (fields: readonly string[]): JsonSchema =>
  objectOf(fields.map((field) => [field.replace("?", ""), shape({ type: "string" }, field.endsWith("?"))]));

/** What the program's model of users asks for beside a name and a password, Django's own an address. */
function requiredFieldsOf(texts: ReadonlyMap<string, string>, userField: string): readonly string[] {
  for (const [path, text] of texts) {
    const [, inner] =
      (path.endsWith(".py") && /^\s+REQUIRED_FIELDS\s*=\s*[[(]([^\])]*)[\])]/m.exec(text)) || [];
    if (inner !== undefined) return [...inner.matchAll(/["'](\w+)["']/g)].map(([, name = ""]) => name);
  }
  return userField === "email" ? [] : ["email"];
}

interface Place {
  readonly path: string;
  readonly file: string;
  readonly at: number;
  readonly userField: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly settings: Settings;
}

/** The routes of such a pattern, or of a library's view. */
export const servedRoutes = (of: Value, place: Place, m: Machine): readonly Route[] =>
  servedBy(of).map((known) => routeOf(known, place, m));

function routeOf(known: Served, place: Place, m: Machine): Route {
  const { path, file, at, userField, texts, settings } = place;
  const named = known.fields.flatMap((field) =>
    field === "%required" ? requiredFieldsOf(texts, userField) : [field.replace("%user", userField)],
  );
  const fields = [...new Set(named)];
  const classes = settings.classes("DEFAULT_AUTHENTICATION_CLASSES");
  const { schemes, refused } = classes.length ? askedBy(classes, m) : { schemes: ["bearer"], refused: 401 };
  const statuses =
    known.level === "none" ? known.statuses : known.statuses.map((one) => (one === 401 ? refused : one));
  return {
    method: known.method,
    path,
    auth: { level: known.level, schemes: known.level === "none" ? [] : schemes },
    params: parametersIn(path).map((one) => ({ name: one, required: true, schema: { type: "string" } })),
    query: [],
    headers: [],
    ...(fields.length && {
      body: { type: "application/json", schema: declared(known, texts, m) ?? usual(fields) },
    }),
    answers: statuses.map((status) => ({ status })),
    origins: [],
    file,
    at,
    name: "",
  };
}
