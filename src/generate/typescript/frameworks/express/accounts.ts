import type { Account } from "../../../../api/index.ts";
import { imported, ts, type Code } from "../../../../code/index.ts";
import { accountNames } from "../../files/accounts.ts";

const database = imported("/src/database.ts", "type Database");
const Sign = imported("/src/auth.ts", "type Sign");

/** `src/routes/auth.ts` */
export const authRoutesModule = ts`/** Mounted at /api/auth, before tokens are asked for. */
export function authRoutes(db: ${database}, sign: ${Sign} | undefined): ${imported("express", "type Router")} {
  const auth = ${imported("/src/controllers/auth.ts", "authController")}(db, sign);
  return ${imported("express", "default as express")}.Router().post("/register", auth.register).post("/login", auth.logIn);
}`;

/** `src/controllers/auth.ts` */
export function authControllerModule(account: Account): Code {
  const names = accountNames(account);
  const read = (schema: string): Code =>
    ts`${imported("/src/validation.ts", "parse")}(${imported(names.module, schema)}, body)`;
  const request = imported("express", "type Request");
  const response = imported("express", "type Response");
  return ts`/** Reads requests of those who have no token yet, and answers them. */
export const authController = (db: ${database}, sign: ${Sign} | undefined) => ({
  async register({ body }: ${request}, response: ${response}) {
    response.status(201).json(await ${imported("/src/accounts.ts", "register")}(db, ${read(names.registration)}, sign));
  },

  async logIn({ body }: ${request}, response: ${response}) {
    response.json(await ${imported("/src/accounts.ts", "logIn")}(db, ${read(names.login)}, sign));
  },
});`;
}
