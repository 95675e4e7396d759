import { isRegistrationOpen, type Account } from "../../../../api/index.ts";
import { code, imported, ts, type Code } from "../../../../code/index.ts";
import { accountNames } from "../../files/accounts.ts";

const database = imported("/src/database.ts", "type Database");
const Sign = imported("/src/auth.ts", "type Sign");

/** `src/routes/auth.ts` */
export const authRoutesModule = (
  account: Account,
): Code => ts`/** Mounted at /api/auth, before tokens are asked for; \`body\` reads what is sent. */
export function authRoutes(db: ${database}, verify: ${imported("/src/auth.ts", "type Verify")}, sign: ${Sign} | undefined, body: readonly ${imported("express", "type RequestHandler")}[]): ${imported("express", "type Router")} {
  const auth = ${imported("/src/controllers/auth.ts", "authController")}(db, sign);
  const open = [...body, ...${imported("/src/limits.ts", "limitSignIn")}()];
  return ${imported("express", "default as express")}.Router()
    ${
      isRegistrationOpen(account)
        ? code(`.post("/register", ...open, auth.register)
    `)
        : code("")
    }.post("/login", ...open, auth.logIn)
    .post("/logout", ${imported("/src/middleware.ts", "requireToken")}(verify), ...body, ${imported("/src/middleware.ts", "allow")}(db)("logout"), auth.logOut);
}`;

/** `src/controllers/auth.ts` */
export function authControllerModule(account: Account): Code {
  const names = accountNames(account);
  const read = (schema: string): Code =>
    ts`${imported("/src/validation.ts", "parse")}(${imported(names.module, schema)}, body)`;
  const request = imported("express", "type Request");
  const response = imported("express", "type Response");
  const register = ts`async register({ body }: ${request}, response: ${response}) {
    response.status(201).json(await ${imported("/src/accounts.ts", "register")}(db, ${read(names.registration)}, sign));
  },

  `;
  return ts`/** Reads requests of accounts, and answers them. */
export const authController = (db: ${database}, sign: ${Sign} | undefined) => ({
  ${isRegistrationOpen(account) ? register : code("")}async logIn({ body }: ${request}, response: ${response}) {
    response.json(await ${imported("/src/accounts.ts", "logIn")}(db, ${read(names.login)}, sign));
  },

  async logOut(_request: Request, response: Response) {
    const { sub } = response.locals["claims"] as ${imported("jose", "type JWTPayload")}; // the token was checked before
    await ${imported("/src/accounts.ts", "logOut")}(db, sub, sign);
    response.status(204).end();
  },
});`;
}
