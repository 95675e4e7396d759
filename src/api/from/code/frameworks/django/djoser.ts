import type { JsonSchema } from "../../../../../schema/index.ts";
import type { Args, Machine, Value } from "../../evaluate/types.ts";
import { constant, external, list, object } from "../../evaluate/value.ts";
import { schemaOf } from "../../schema/index.ts";
import { objectOf, shape } from "../../schema/kinds.ts";
import { serialized } from "../../schema/serializers.ts";
import type { Route, Verb } from "../contract.ts";
import { parametersIn } from "../paths.ts";

/** `%user` stands for the name of a user in the program's own model. */
interface Served {
  readonly method: Verb;
  readonly path: string;
  readonly required: boolean;
  readonly statuses: readonly number[];
  readonly fields: readonly string[];
  /** The serializer of its body, by djoser's name for it in the settings. */
  readonly by?: string;
}

const served = (
  [method, path]: readonly [Verb, string],
  required: boolean,
  statuses: readonly number[],
  fields: readonly string[] = [],
): Served => ({ method, path, required, statuses, fields });
const open = (path: string, statuses: readonly number[], fields: readonly string[]): Served =>
  served(["post", path], false, statuses, fields);
const own = (path: string, by: string): readonly Served[] => {
  const isOne = path.includes("<");
  const gone = isOne ? [404] : [];
  return [
    served(["get", path], true, [200, 401, ...gone]),
    { ...served(["put", path], true, [200, 400, 401, ...gone], ["%user"]), by },
    { ...served(["patch", path], true, [200, 400, 401, ...gone], ["%user"]), by },
    served(["delete", path], true, [204, 400, 401, ...gone], ["current_password"]),
  ];
};

const users: readonly Served[] = [
  served(["get", "users/"], true, [200, 401]),
  { ...open("users/", [201, 400], ["%user", "password"]), by: "user_create" },
  ...own("users/me/", "current_user"),
  open("users/activation/", [204, 400, 403], ["uid", "token"]),
  open("users/resend_activation/", [204, 400], ["email"]),
  served(["post", "users/set_password/"], true, [204, 400, 401], ["new_password", "current_password"]),
  open("users/reset_password/", [204, 400], ["email"]),
  open("users/reset_password_confirm/", [204, 400], ["uid", "token", "new_password"]),
  served(["post", "users/set_%user/"], true, [204, 400, 401], ["new_%user", "current_password"]),
  open("users/reset_%user/", [204, 400], ["email"]),
  open("users/reset_%user_confirm/", [204, 400], ["uid", "token", "new_%user"]),
  ...own("users/<id>/", "user"),
];

/** The modules of URLs that djoser brings, as its version 2 serves them. */
const modules: Readonly<Record<string, readonly Served[]>> = {
  "djoser.urls": users,
  "djoser.urls.base": users,
  "djoser.urls.jwt": [
    open("jwt/create/", [200, 400, 401], ["%user", "password"]),
    open("jwt/refresh/", [200, 400, 401], ["refresh"]),
    open("jwt/verify/", [200, 400, 401], ["token"]),
  ],
  "djoser.urls.authtoken": [
    open("token/login/", [200, 400], ["%user", "password"]),
    served(["post", "token/logout/"], true, [204, 401]),
  ],
};

const view = /^djoser\.urls(?:\.\w+)?#(\d+)$/;

/** The patterns that `include("djoser.urls")` stands for. */
export function djoserUrls(name: string, { file, at }: Args, userField: string): Value | undefined {
  const all = Object.hasOwn(modules, name) ? modules[name] : undefined;
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

/** What the program's own serializer takes, where its settings name one in place of djoser's. */
function declared(
  by: string | undefined,
  texts: ReadonlyMap<string, string>,
  m: Machine,
): JsonSchema | undefined {
  if (by === undefined) return undefined;
  const named = new RegExp(`["']${by}["']\\s*:\\s*["']([\\w.]+)\\.(\\w+)["']`);
  for (const text of texts.values()) {
    const [, module = "", name = ""] = (/\bDJOSER\s*=/.test(text) ? named.exec(text) : undefined) ?? [];
    if (!module) continue;
    const ending = `${module.replaceAll(".", "/")}.py`;
    const file = [...texts.keys()].find((path) => path === ending || path.endsWith(`/${ending}`));
    const cls = file === undefined ? undefined : m.module(file)?.scope.vars.get(name);
    return cls?.kind === "class" ? schemaOf(serialized(cls), m).schema : undefined;
  }
  return undefined;
}

interface Place {
  readonly path: string;
  readonly file: string;
  readonly at: number;
  readonly userField: string;
  readonly texts: ReadonlyMap<string, string>;
}

/** The route of such a pattern. */
export function djoserRoute(of: Value, place: Place, m: Machine): Route | undefined {
  const { path, file, at, userField, texts } = place;
  const [whole = "", index] = (of.kind === "external" ? view.exec(of.path) : undefined) ?? [];
  const known = modules[whole.split("#")[0] ?? ""]?.[Number(index)];
  if (!known) return undefined;
  const fields = known.fields.map((field) => field.replace("%user", userField));
  const usual = objectOf(fields.map((field) => [field, shape({ type: "string" })]));
  return {
    method: known.method,
    path,
    auth: known.required ? { level: "required", schemes: ["bearer"] } : { level: "none", schemes: [] },
    params: parametersIn(path).map((name) => ({ name, required: true, schema: { type: "string" } })),
    query: [],
    headers: [],
    ...(fields.length && {
      body: {
        type: "application/json",
        schema: declared(known.by, texts, m) ?? usual,
      },
    }),
    answers: known.statuses.map((status) => ({ status })),
    origins: [],
    file,
    at,
    name: "",
  };
}
