import { wordSet } from "../../lib/index.ts";
import { put } from "../evaluate/assign.ts";
import { plainState } from "../evaluate/blame.ts";
import type { Machine, Run, Value } from "../evaluate/types.ts";
import { constant, native, nobody, type ObjectValue, textOf, unknown } from "../evaluate/value.ts";
import { credentials, holding, ofSignIn, orElse } from "./observe.ts";

const sessionUser = /user|auth|account|login|logged|passport|token|member|admin|uid|email/i;

/** Members of the session objects of libraries, besides methods, that hold no value of the program. */
const ofLibraries = wordSet(`
  id sid cookie options permanent modified accessed new deleted changed length populated maxAge externalKey isNew
  isChanged isPopulated isModified isSaved sessionId encryptedSessionId session_key
`);

/** A value of a session: of the signed-in user, or one that a request without cookies doesn't have. */
function inSession(name: string, m: Machine, hasId: boolean): Value {
  m.run?.gate?.looks.add("who");
  if ((hasId && name === "id") || (sessionUser.test(name) && !ofSignIn.test(name)))
    return credentials(m, "cookie:session");
  if (!m.run || ofLibraries.has(name) || plainState.test(name)) return unknown;
  m.run.possibleSchemes.add("cookie:session");
  return m.run.isBare ? nobody : unknown;
}

/** A method that stores values in a session; undefined for other members. */
function storing(name: string, target: ObjectValue, m: Machine): Value | undefined {
  const store = (key: Value, value: Value): Value => (put(target, key, { value, m }), value);
  switch (name) {
    case "set":
      return native(name, ({ list: [key, value] }) => store(key ?? unknown, value ?? unknown));
    case "setdefault":
      return native(name, ({ list: [key, value] }) =>
        store(key ?? unknown, orElse(m.get(target, textOf(key) ?? ""), value, m)),
      );
    case "update":
      return native(name, ({ list: [first], named }) => {
        const values = [...(first?.kind === "object" ? first.props : []), ...named];
        for (const [key, value] of values) store(constant(key), value);
        return unknown;
      });
    default:
      return undefined;
  }
}

const sessions = new WeakMap<Run, ObjectValue>();

/** The session of a request, with what the request itself stores in it; with `hasId`, its `id` is the user's. */
export const session =
  ({ hasId = false }: { readonly hasId?: boolean } = {}) =>
  ({ m: { run } }: { readonly m: Machine }): ObjectValue => {
    const known = run && sessions.get(run);
    if (known) return known;
    const created: ObjectValue = holding(
      "session",
      ["get", "pop", "has", "has_key"],
      (name, m) => storing(name, created, m) ?? inSession(name, m, hasId),
    );
    if (run) sessions.set(run, created);
    return created;
  };
