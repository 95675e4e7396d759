import { inTable } from "../../../lib/index.ts";
import type { JsonSchema } from "../../../schema/index.ts";
import { ancestry } from "../../evaluate/classes.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, external, isMissing, native, unknown } from "../../evaluate/value.ts";
import { objectOf, schemaValue, shape } from "../../schema/kinds.ts";
import type { Route } from "../contract.ts";
import { staticOf } from "./actions.ts";
import { invalid, response } from "./http.ts";
import { openRoute, pageRoutes } from "./pages.ts";
import { args } from "../../evaluate/machine.ts";
import { input } from "../observe.ts";
import { httpError } from "../statuses.ts";

interface Bundled {
  readonly fields: readonly string[];
  readonly statuses: readonly number[];
}

/** Placeholder for the user name field, which the program's user model may rename. */
const user = "%user";
const signIn: Bundled = { fields: [user, "password"], statuses: [200, 400, 401] };
const oldSignIn: Bundled = { fields: [user, "password"], statuses: [200, 400] };
const oneToken: Bundled = { fields: ["token"], statuses: [200, 400] };

/** Views of libraries, which accept POST with these fields. */
const views: Readonly<Record<string, Bundled>> = {
  TokenObtainPairView: signIn,
  TokenObtainSlidingView: signIn,
  TokenRefreshView: { fields: ["refresh"], statuses: [200, 400, 401] },
  TokenRefreshSlidingView: { fields: ["token"], statuses: [200, 400, 401] },
  TokenVerifyView: { fields: ["token"], statuses: [200, 400, 401] },
  TokenBlacklistView: { fields: ["refresh"], statuses: [200, 400, 401] },
  token_obtain_pair: signIn,
  token_refresh: { fields: ["refresh"], statuses: [200, 400, 401] },
  token_verify: { fields: ["token"], statuses: [200, 400, 401] },
  ObtainAuthToken: { fields: ["username", "password"], statuses: [200, 400] },
  obtain_auth_token: { fields: ["username", "password"], statuses: [200, 400] },
  ObtainJSONWebTokenView: oldSignIn,
  ObtainJSONWebToken: oldSignIn,
  obtain_jwt_token: oldSignIn,
  JSONWebTokenAPIView: { fields: [], statuses: [200, 400] },
  RefreshJSONWebTokenView: oneToken,
  RefreshJSONWebToken: oneToken,
  refresh_jwt_token: oneToken,
  VerifyJSONWebTokenView: oneToken,
  VerifyJSONWebToken: oneToken,
  verify_jwt_token: oneToken,
};

const knownAs = (name: string): Bundled | undefined => inTable(views, name);

/** The library's view that a class of the program extends. */
export const bundledBase = (cls: ClassValue): Bundled | undefined =>
  ancestry(cls)
    .map((value) => (value.kind === "external" ? knownAs(value.name) : undefined))
    .find((item) => item !== undefined);

/** Whether a class extends a library's view that is open to everyone, whatever the settings say about other views. */
export const isOpenToAll = (cls: ClassValue): boolean =>
  ancestry(cls).some((value) => value.kind === "external" && knownAs(value.name) !== undefined);

const fieldsOf = ({ fields }: Bundled, userField: string): readonly string[] =>
  fields.map((field) => (field === user ? userField : field));

/** The name of the user name field in the program's user model. */
export function userFieldOf(texts: ReadonlyMap<string, string>): string {
  for (const [path, text] of texts) {
    const found = path.endsWith(".py")
      ? /^[ \t]+USERNAME_FIELD\s*=\s*["'](\w+)["']/m.exec(text)?.[1]
      : undefined;
    if (found !== undefined) return found;
  }
  return "username";
}

/** Reads the body by the program's own serializer. */
function checkedBy(cls: ClassValue, m: Machine): void {
  const form = m.construct(cls, args([], [["data", input("body")]]));
  m.call(m.get(form, "is_valid"), args([], [["raise_exception", constant(true)]]));
}

/** Whether the program's serializer extends the library's, and so accepts its fields as well. */
const takesMore = (cls: ClassValue): boolean =>
  ancestry(cls).some((value) => value.kind === "external" && /Token|Auth/.test(value.path));

/** `post()` of a library's view, for a class that extends it. */
export function bundledPost(base: ExternalValue, self: ObjectValue, m: Machine): Value | undefined {
  const known = knownAs(base.name);
  if (!known) return undefined;
  return native("post", (callArgs) => {
    const userField = self.props.get("%user");
    const called = userField?.kind === "const" ? String(userField.value) : "username";
    const serializer = self.cls && staticOf(self.cls, "serializer_class");
    const value = serializer?.kind === "class" ? serializer : undefined;
    if (value) checkedBy(value, m);
    const fields = value && !takesMore(value) ? [] : fieldsOf(known, called);
    const sentFields = fields.filter(
      (field) => !value || !isMissing(staticOf(value, bare(field)) ?? unknown),
    );
    if (sentFields.length)
      m.run?.checked.push({ part: "body", path: [], schema: schemaValue(bodyOf(sentFields)) });
    for (const status of known.statuses)
      if (status === 400) m.throws.push(invalid());
      else if (status > 400) m.throws.push(httpError(status, refused));
    const create = self.cls && member(self.cls, "create");
    if (create) return m.call(m.get(self, "create"), callArgs);
    return response(known.statuses.find((status) => status < 300) ?? 200);
  });
}

const bare = (field: string): string => field.replace("?", "");
const bodyOf = (fields: readonly string[]): JsonSchema =>
  objectOf(fields.map((field) => [bare(field), shape({ type: "string" }, field.endsWith("?"))]));

const refused: ExternalValue = external("rest_framework.exceptions.AuthenticationFailed");

/** The routes of a library's view; `undefined` for a view of the program. */
export function bundled(
  view: Value,
  { path, file, at, userField }: { path: string; file: string; at: number; userField: string },
): readonly Route[] | undefined {
  if (view.kind !== "external") return undefined;
  const name = view.path.split(".").find((part) => Object.hasOwn(views, part.replace(/\(\)$/, "")));
  const known = name === undefined ? undefined : knownAs(name.replace(/\(\)$/, ""));
  if (!known) {
    const page = pageRoutes(view, { path, file, at });
    if (page) return page;
    return view.args?.list.some(({ kind }) => kind === "function" || kind === "object") ? undefined : [];
  }
  return [
    {
      ...openRoute("post", { path, file, at }, known.statuses),
      body: { type: "application/json", schema: bodyOf(fieldsOf(known, userField)) },
    },
  ];
}
