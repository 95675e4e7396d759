import type { ExternalValue, Library, Machine, Value } from "../evaluate/types.ts";
import { nobody, someone } from "../evaluate/value.ts";
import { credentials, hosted } from "./observe.ts";

/** Functions of libraries that give who is signed in, or nothing. */
const asks =
  /^(?:getServerSession|unstable_getServerSession|getServerAuthSession|getSession|auth|currentUser|getAuth|getToken|getUser|validateRequest|validateSession|getIronSession|getCurrentUser|verifySession)$/;
const libraries =
  /next-auth|@auth\/|@clerk\/|better-auth|supabase|iron-session|@kinde|lucia|@workos|auth0|@hono\/(?:clerk|auth)|firebase|appwrite|stack/i;
/** They answer with an object that holds the user, not with the user. */
const holders = /@clerk\/|supabase|@kinde|iron-session|lucia|appwrite|@workos/i;

const empty = (): Value => hosted("nobody", (name) => (name === "data" ? empty() : nobody));

function call(callee: ExternalValue, m: Machine): Value | undefined {
  if (!m.run || !asks.test(callee.name) || !libraries.test(callee.path)) return undefined;
  credentials(m, "cookie:session");
  if (!m.run.absent) return someone;
  return holders.test(callee.path) && callee.name !== "currentUser" ? empty() : nobody;
}

/** Who is signed in, by the libraries that know. */
export const identity: Library = { call: (callee, _given, m) => call(callee, m) };
