import { capital } from "../../../../lib/index.ts";
import { isRegistrationOpen, type Account } from "../../../../api/index.ts";
import { code, imported, ts, type Code } from "../../../../code/index.ts";
import { accountNames } from "../../files/accounts.ts";

const nest = (name: string): Code => imported("@nestjs/common", name);
const accounts = (name: string): Code => imported("/src/accounts.ts", name);

/** `src/controllers/auth.ts` */
export function signInServiceModule(account: Account): Code {
  const names = accountNames(account);
  const model = (name: string): Code => imported(names.module, `type ${name}`);
  const register = ts`register(input: ${model(capital(names.registration))}): Promise<${model(names.type)}> {
    return ${accounts("register")}(this.db, input, this.sign ?? undefined);
  }

  `;
  return ts`/** Serves the accounts. */
@${nest("Injectable")}()
export class SignInService {
  constructor(
    @${nest("Inject")}(${imported("/src/modules/database.ts", "DATABASE")}) private readonly db: ${imported("/src/database.ts", "type Database")},
    @Inject(${imported("/src/modules/auth.ts", "SIGN")}) private readonly sign: ${imported("/src/auth.ts", "type Sign")} | null,
  ) {}

  ${isRegistrationOpen(account) ? register : code("")}logIn(input: ${model(capital(names.login))}): Promise<${accounts("type Session")}> {
    return ${accounts("logIn")}(this.db, input, this.sign ?? undefined);
  }

  logOut(id: string | undefined): Promise<void> {
    return ${accounts("logOut")}(this.db, id, this.sign ?? undefined);
  }
}`;
}

/** `src/routes/auth.ts` */
export function signInControllerModule(account: Account): Code {
  const names = accountNames(account);
  const model = (name: string): Code => imported(names.module, name);
  const body = (schema: string): Code =>
    ts`@${nest("Body")}({ schema: ${model(schema)} }) input: ${model(`type ${capital(schema)}`)}`;
  const register = ts`@${nest("Post")}("register")
  register(${body(names.registration)}): Promise<${model(`type ${names.type}`)}> {
    return this.auth.register(input);
  }

  `;
  return ts`@${nest("Controller")}("api/auth")
export class SignInController {
  constructor(private readonly auth: ${imported("/src/controllers/auth.ts", "SignInService")}) {}

  ${isRegistrationOpen(account) ? register : code("")}@${nest("Post")}("login")
  @${nest("HttpCode")}(200)
  logIn(${body(names.login)}): Promise<${accounts("type Session")}> {
    return this.auth.logIn(input);
  }

  @Post("logout")
  @HttpCode(204)
  @${nest("UseGuards")}(${imported("/src/modules/auth.ts", "TokenGuard")})
  @${imported("/src/modules/auth.ts", "Allow")}("logout")
  logOut(@${nest("Req")}() request: ${imported("/src/modules/auth.ts", "type Known")}): Promise<void> {
    return this.auth.logOut(request.claims?.sub);
  }
}`;
}

/** `src/modules/sign-in.ts` */
export const signInModule = ts`@${nest("Module")}({ controllers: [${imported("/src/routes/auth.ts", "SignInController")}], providers: [${imported("/src/controllers/auth.ts", "SignInService")}] })
export class SignInModule {}`;
