import type { Value } from "../evaluate/types.ts";
import { objectOf, shape } from "../schema/kinds.ts";
import type { Route } from "./contract.ts";
import { parametersIn } from "./paths.ts";

interface Bundled {
  readonly fields: readonly string[];
  readonly statuses: readonly number[];
}

/** Views that libraries bring: they are called by POST with these fields. */
const views: Readonly<Record<string, Bundled>> = {
  TokenObtainPairView: { fields: ["username", "password"], statuses: [200, 400, 401] },
  TokenObtainSlidingView: { fields: ["username", "password"], statuses: [200, 400, 401] },
  TokenRefreshView: { fields: ["refresh"], statuses: [200, 400, 401] },
  TokenRefreshSlidingView: { fields: ["token"], statuses: [200, 400, 401] },
  TokenVerifyView: { fields: ["token"], statuses: [200, 400, 401] },
  TokenBlacklistView: { fields: ["refresh"], statuses: [200, 400, 401] },
  ObtainAuthToken: { fields: ["username", "password"], statuses: [200, 400] },
  obtain_auth_token: { fields: ["username", "password"], statuses: [200, 400] },
};

/** The routes of a view that a library brings; undefined for one of the program. */
export function bundled(
  view: Value,
  { path, file, at }: { path: string; file: string; at: number },
): readonly Route[] | undefined {
  if (view.kind !== "external") return undefined;
  const name = view.path.split(".").find((part) => Object.hasOwn(views, part));
  const known = name === undefined ? undefined : views[name];
  if (!known || name === undefined)
    return view.args?.list.some(({ kind }) => kind === "function" || kind === "object") ? undefined : [];
  return [
    {
      method: "post",
      path,
      auth: { level: "none", schemes: [] },
      params: parametersIn(path).map((one) => ({ name: one, required: true, schema: { type: "string" } })),
      query: [],
      headers: [],
      body: {
        type: "application/json",
        schema: objectOf(known.fields.map((field) => [field, shape({ type: "string" })])),
      },
      answers: known.statuses.map((status) => ({ status })),
      file,
      at,
      name: "",
    },
  ];
}
