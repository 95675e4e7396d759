import { bodyLimit, htmlPolicy, namesOf, type ApiDefinition, type Resource } from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { tokenArguments, tokenParameters } from "../../files/auth.ts";
import { hasPublic } from "../../files/methods.ts";
import { hasAccounts } from "../../../tokens.ts";
import { trustProxies } from "../proxies.ts";
import { started, type Listening, type Running } from "../server.ts";
import { paths } from "../../typescript-names.ts";

const database = imported("/src/database.ts", "type Database");
const middleware = (name: string): Code => imported("/src/middleware.ts", name);
const nest = (name: string): Code => imported("@nestjs/common", name);

const moduleOf = (resource: Resource): Code =>
  imported(`/${paths(resource).module}`, `${namesOf(resource).pascal}Module`);

/** Returns the paths that a caller without a token may post to. */
const signIns = ({ operations }: ApiDefinition): readonly string[] =>
  operations
    .filter(({ binding }) => binding?.does === "register" || binding?.does === "login")
    .map(({ path }) => path);

/** `src/app.ts` */
export const appModule = (api: ApiDefinition, options: Options): Code => ts`
@${nest("Module")}({})
export class AppModule {
  /** The application's modules over a database. */
  static over(db: ${database}${tokenParameters(api, options)}): ${nest("type DynamicModule")} {
    return {
      module: AppModule,
      imports: [
        ${imported("/src/modules/database.ts", "DatabaseModule")}.over(db),
        ${options.auth ? ts`${imported("/src/modules/auth.ts", "AuthModule")}.over(verify${code(hasAccounts(api) ? ", sign" : "")}),` : code("")}
        ${hasAccounts(api) ? ts`${imported("/src/modules/sign-in.ts", "SignInModule")},` : code("")}
        ${imported("/src/modules/documentation.ts", "DocumentationModule")},
        ${joined(api.resources.map((resource) => ts`${moduleOf(resource)},`))}
      ],
    };
  }
}

/** The application over a database; it listens nowhere yet, so that tests can choose where. */
export async function createApp(db: Database${tokenParameters(api, options)}, log: ${middleware("type Log")} = () => {}): Promise<${imported("@nestjs/platform-express", "type NestExpressApplication")}> {
  const app = await ${imported("@nestjs/core", "NestFactory")}.create<NestExpressApplication>(AppModule.over(db${tokenArguments(api, options)}), {
    logger: ["error", "warn"],
    bodyParser: false,
    forceCloseConnections: true,
  });
  app.disable("x-powered-by");
  app.use(${middleware("logRequests")}(log), ${options.auth ? ts`${imported("helmet", "default as helmet")}(), ` : code("")}${middleware("requireJson")});
  app.useBodyParser("json", { limit: ${bodyLimit}, type: () => true });
  ${hasAccounts(api) ? ts`app.use(${signIns(api)}, ...${imported("/src/limits.ts", "limitSignIn")}());` : code("")}
  app.use(${middleware("dropEmptyBody")}, ${options.auth ? ts`${imported("/src/http.ts", "tokenFirst")}(verify), ` : code("")}${middleware("answerErrors")}(log));
  app.useGlobalPipes(${imported("/src/http.ts", "validation")});
  app.useGlobalFilters(new ${imported("/src/http.ts", "ProblemFilter")}(log));
  return app;
}
`;

/** `src/http.ts`: the pipes and the filter that every route shares. */
export const httpModule = ({ auth }: Options, isOpen = false): Code => ts`
/** Takes nothing out of a value before its schema has seen it. */
class WholeValidationPipe extends ${nest("StandardSchemaValidationPipe")} {
  protected override stripProtoKeys(): void {}
}

/** Checks each parameter that names a schema. */
export const validation = new WholeValidationPipe({
  exceptionFactory: (issues) => invalid(issues as readonly z.core.$ZodIssue[]), // every schema here is zod's
});

const invalid = (issues: readonly ${imported("zod", "type z")}.core.$ZodIssue[]): ${imported("/src/problem.ts", "Problem")} => new Problem(400, ${imported("/src/validation.ts", "issuesOf")}(issues));

/** The id in a path. */
@${nest("Injectable")}()
export class IdPipe implements ${nest("type PipeTransform")}<unknown, string> {
  transform(id: unknown): string {
    return ${imported("/src/id.ts", "idFrom")}({ id });
  }
}

${auth ? tokenFirst(isOpen) : code("")}
/** Answers every error as problem details. */
@${nest("Catch")}()
export class ProblemFilter implements ${nest("type ExceptionFilter")} {
  constructor(private readonly log: ${middleware("type Log")}) {}

  catch(error: unknown, host: ${nest("type ArgumentsHost")}): void {
    const http = host.switchToHttp();
    const response = http.getResponse<${imported("express", "type Response")}>();
    // The framework's own word for a request that no route serves.
    const problem = error instanceof ${nest("NotFoundException")} ? ${middleware("unserved")}(http.getRequest(), response) : error;
    ${middleware("answer")}(problem, response, this.log);
  }
}
`;

const tokenFirst = (
  isOpen: boolean,
): Code => ts`/** What is wrong with a body is told to those alone whom the guard would let in. */
export const tokenFirst =
  (verify: ${imported("/src/auth.ts", "type Verify")}): ${imported("express", "type ErrorRequestHandler")} =>
  async (error: unknown, request, _response, next) => {
    const { path, headers } = request;
    if (${isOpen ? ts`!${imported("/src/methods.ts", "isOpen")}(request) && ` : code("")}/^\/api\/(?!auth\/(?:register|login)\b)/i.test(path)) await verify(headers.authorization);
    next(error);
  };
`;

/** `src/modules/database.ts` */
export const databaseModule = ts`
/** What services inject the database by. */
export const DATABASE = Symbol("database");

@${nest("Global")}()
@${nest("Module")}({})
export class DatabaseModule {
  static over(db: ${database}): ${nest("type DynamicModule")} {
    return { module: DatabaseModule, providers: [{ provide: DATABASE, useValue: db }], exports: [DATABASE] };
  }
}
`;

/** `src/modules/auth.ts` */
export const authModule = (api: ApiDefinition, guarded: boolean): Code => ts`
/** What the guard injects the check of tokens by. */
export const VERIFY = Symbol("verify");

${code(
  hasAccounts(api)
    ? `/** What accounts inject the signer of tokens by; there is none where tokens are only checked. */
export const SIGN = Symbol("sign");
`
    : "",
)}
${guarded ? guardOfAccounts(hasPublic(api)) : guardOfTokens}

@${nest("Global")}()
@${nest("Module")}({})
export class AuthModule {
  ${hasAccounts(api) ? over(true) : over(false)}
}
`;

const guardOfTokens = ts`/** Requires a valid token. */
@${nest("Injectable")}()
export class TokenGuard implements ${nest("type CanActivate")} {
  constructor(@${nest("Inject")}(VERIFY) private readonly verify: ${imported("/src/auth.ts", "type Verify")}) {}

  async canActivate(context: ${nest("type ExecutionContext")}): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<${imported("express", "type Request")}>();
    await this.verify(headers.authorization);
    return true;
  }
}`;

const guardOfAccounts = (
  isOpen: boolean,
): Code => ts`/** A request whose token was checked, with what that says. */
export interface Known extends ${imported("express", "type Request")} {
  claims?: ${imported("jose", "type JWTPayload")};
}

/** Names the operation that a handler answers, by which its rule is found. */
export const Allow = (operation: string) => ${nest("SetMetadata")}("operation", operation);

/** Requires a valid token, and an account that may do this. */
@${nest("Injectable")}()
export class TokenGuard implements ${nest("type CanActivate")} {
  constructor(
    @${nest("Inject")}(VERIFY) private readonly verify: ${imported("/src/auth.ts", "type Verify")},
    @Inject(${imported("/src/modules/database.ts", "DATABASE")}) private readonly db: ${database},
    @Inject(${imported("@nestjs/core", "Reflector")}) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ${nest("type ExecutionContext")}): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Known>();
    ${isOpen ? ts`if (${imported("/src/methods.ts", "isOpen")}(request)) return true;` : code("")}
    const { headers, params, body, query } = request;
    const claims = await this.verify(headers.authorization);
    request.claims = claims;
    const operation = this.reflector.get<string>("operation", context.getHandler());
    await ${imported("/src/authorization.ts", "authorize")}(this.db, claims, operation, { id: params["id"], body: body as unknown, query });
    return true;
  }
}`;

/** Returns the module's `over`: it provides token verification and, with accounts, the signer. */
const over = (accounts: boolean): Code =>
  accounts
    ? ts`static over(verify: Verify, sign: ${imported("/src/auth.ts", "type Sign")} | undefined): ${nest("type DynamicModule")} {
    return {
      module: AuthModule,
      providers: [{ provide: VERIFY, useValue: verify }, { provide: SIGN, useValue: sign ?? null }],
      exports: [VERIFY, SIGN],
    };
  }`
    : ts`static over(verify: Verify): ${nest("type DynamicModule")} {
    return { module: AuthModule, providers: [{ provide: VERIFY, useValue: verify }], exports: [VERIFY] };
  }`;

/** `src/modules/documentation.ts` */
export const documentationModule = ts`
const docs = new URL("../../docs/", import.meta.url);
const openapi = ${imported("node:fs", "readFileSync")}(new URL("openapi.json", docs), "utf8");
const page = readFileSync(new URL("index.html", docs), "utf8");

/** The OpenAPI document, a page to read it, and whether the service lives. */
@${nest("Controller")}()
export class DocumentationController {
  constructor(@${nest("Inject")}(${imported("/src/modules/database.ts", "DATABASE")}) private readonly db: ${database}) {}

  @${nest("Get")}("openapi.json")
  @${nest("Header")}("Content-Type", "application/json")
  openapi(): string {
    return openapi;
  }

  @Get("docs")
  @Header("Content-Type", "text/html; charset=utf-8")
  @Header("Content-Security-Policy", ${htmlPolicy})
  page(): string {
    return page;
  }

  @Get("healthz")
  async health(): Promise<{ readonly status: string }> {
    await this.db.ping();
    return { status: "ok" };
  }
}

@${nest("Module")}({ controllers: [DocumentationController] })
export class DocumentationModule {}
`;

/** How the application listens and stops. */
export const listening = (api: ApiDefinition): Listening => ({
  listen: ts`${trustProxies(api)}await app.listen(port);
${code(started)}`,
  stop: code("void app.close().then(() => db.close()).then(() => process.exit());"),
});

/** How tests start the application. */
export const running: Running = (
  body,
) => ts`const app = await ${imported("/src/app.ts", "createApp")}(${body});
  await app.listen(0, "127.0.0.1");
  return { url: await app.getUrl(), close: () => app.close() };`;
