import { code, imported, joined, ts, type Code } from "../../../code/index.ts";
import { namesOf, type ApiDefinition } from "../../../api/index.ts";
import { paths } from "../../typescript/typescript-names.ts";
import type { PrismaService } from "../reuse.ts";

const nest = (name: string): Code => imported("@nestjs/common", name);
const database = imported("/src/database.ts", "type Database");

/** `<support>/http.ts`: the pipes and the filter that the controllers use. */
export const httpModule = (auth: boolean): Code => ts`
/** Checks a body or query by a schema. */
export class Validated<Schema extends ${imported("zod", "type z")}.ZodType> implements ${nest("type PipeTransform")} {
  private readonly schema: Schema;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  transform(value: unknown): z.output<Schema> {
    return ${imported("/src/validation.ts", "parse")}(this.schema, value);
  }
}

/** The id in a path. */
@${nest("Injectable")}()
export class IdPipe implements PipeTransform<unknown, string> {
  transform(id: unknown): string {
    return ${imported("/src/id.ts", "idFrom")}({ id });
  }
}

/** Answers problems of the generated resources; everything else is the application's. */
@${nest("Catch")}(${imported("/src/problem.ts", "Problem")})
export class ProblemFilter implements ${nest("type ExceptionFilter")}<Problem> {
  catch(problem: Problem, host: ${nest("type ArgumentsHost")}): void {
    const response = host.switchToHttp().getResponse<${imported("express", "type Response")}>();
    ${code(auth ? 'if (problem.status === 401) response.setHeader("WWW-Authenticate", "Bearer");' : "")}
    response.status(problem.status);
    // Express would add a charset, which this media type has not.
    response.setHeader("Content-Type", ${imported("/src/problem.ts", "problemType")});
    response.end(JSON.stringify(problem));
  }
}
`;

/** `<support>/database.token.ts`: separate, so that services don't import the database module. */
export const tokenModule = ts`
/** What services inject the database by. */
export const DATABASE = Symbol("database");
`;

interface Around {
  readonly prefix: string;
  /** Whether the first request migrates the database. */
  readonly waits: boolean;
  /** The application's service that is injected as the database. */
  readonly service: PrismaService | undefined;
}

const serviceOf = ({ service }: PrismaService): Code => imported("/src/host-prisma-service.ts", service.name);

/** `<support>/resources.module.ts`: what the resource modules share. */
export const sharedModule = (
  api: ApiDefinition,
  auth: boolean,
  { prefix, waits, service }: Around,
): Code => ts`
/** What the resources need: the database and middleware. */
@${nest("Module")}({
  ${service ? ts`imports: [${imported("/src/host-prisma-module.ts", service.module.name)}],` : code("")}
  providers: [
    { provide: ${imported("/src/modules/database.ts", "DATABASE")}, ${service ? ts`useExisting: ${serviceOf(service)}` : ts`useValue: ${imported("/src/connection.ts", "database")}`} },
    ${auth ? ts`{ provide: ${imported("/src/modules/auth.ts", "VERIFY")}, useFactory: ${imported("/src/modules/auth.ts", "ownVerifier")} },` : code("")}
  ],
  exports: [DATABASE${auth ? ts`, VERIFY` : code("")}],
})
export class ResourcesModule implements ${nest("type NestModule")}, ${nest("type OnModuleInit")} {
  constructor(
    ${waits ? ts`@${nest("Inject")}(DATABASE) private readonly db: ${database},` : code("")}
    @${nest("Inject")}(${imported("@nestjs/core", "HttpAdapterHost")}) private readonly adapter: HttpAdapterHost,
  ) {}

  configure(consumer: ${nest("type MiddlewareConsumer")}): void {
    consumer
      .apply(${imported("/src/middleware.ts", "requireJson")}, ${imported("/src/middleware.ts", "dropEmptyBody")}${waits ? ts`, ${imported("/src/middleware.ts", "whenReady")}(this.db)` : code("")})
      .forRoutes(${joined(
        api.resources.map((resource) =>
          imported(`/${paths(resource).routes}`, `${namesOf(resource).pascal}Controller`),
        ),
        ", ",
      )});
  }

  /** What the body parser refuses never reaches a filter: this comes before the application's own handler. */
  onModuleInit(): void {
    this.adapter.httpAdapter.use(${imported("/src/middleware.ts", "answerErrors")}(${api.resources.map((resource) => `/${prefix}${namesOf(resource).plural.kebab}`)}));
  }
}
`;

/** `<support>/token.guard.ts` */
export const guardModule = ts`
/** What the guard injects the check of tokens by. */
export const VERIFY = Symbol("verify");

/** The check with the settings of the environment; they are read at the first request. */
export function ownVerifier(): ${imported("/src/auth.ts", "type Verify")} {
  let verify: Verify | undefined;
  return (authorization) => (verify ??= ${imported("/src/auth.ts", "tokenVerifier")}(${imported("/src/auth.ts", "authSettings")}(process.env)))(authorization);
}

/** Requires a valid token. */
@${nest("Injectable")}()
export class TokenGuard implements ${nest("type CanActivate")} {
  constructor(@${nest("Inject")}(VERIFY) private readonly verify: Verify) {}

  async canActivate(context: ${nest("type ExecutionContext")}): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<${imported("express", "type Request")}>();
    await this.verify(headers.authorization);
    return true;
  }
}
`;

/** `<tests>/app.ts` */
export const testAppModule = (
  api: ApiDefinition,
  auth: boolean,
  { prefixed, service }: { readonly prefixed: boolean; readonly service: PrismaService | undefined },
): Code => {
  const modules = joined(
    api.resources.map((resource) =>
      imported(`/${paths(resource).module}`, `${namesOf(resource).pascal}Module`),
    ),
    ", ",
  );
  return ts`
export interface RunningApp {
  readonly url: string;
  close(): Promise<void>;
}

/** The generated resources over \`db\`, on a free port. */
export async function startApp(db: ${database}): Promise<RunningApp> {
  const testing = ${imported("@nestjs/testing", "Test")}.createTestingModule({ imports: [${modules}] })
    .overrideProvider(${imported("/src/modules/database.ts", "DATABASE")})
    .useValue(db)${
      service
        ? ts`
    .overrideProvider(${serviceOf(service)})
    .useValue(db)`
        : code("")
    }${
      auth
        ? ts`
    .overrideProvider(${imported("/src/modules/auth.ts", "VERIFY")})
    .useValue(${imported("/src/auth.ts", "tokenVerifier")}(${imported("/tests/tokens.ts", "testAuth")}))`
        : code("")
    };
  const app = (await testing.compile()).createNestApplication({ logger: ["error", "warn"] });
  ${code(prefixed ? 'app.setGlobalPrefix("api");' : "")}
  await app.listen(0, "127.0.0.1");
  return { url: await app.getUrl(), close: () => app.close() };
}
`;
};
