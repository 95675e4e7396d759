/** `src/http/nest.ts`: requests and responses, as Nest's guards, pipes and filters. */
export const nest = String.raw`import type { IncomingMessage } from "node:http";
import {
  applyDecorators,
  Catch,
  createParamDecorator,
  HttpException,
  Inject,
  Injectable,
  UseGuards,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type PipeTransform,
} from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { unserved } from "./methods.ts";
import type { Route } from "./route.ts";
import { admission, answerError, inputOf, type Exchange, type Log, type Outside } from "./serve.ts";

/** What the guard injects what the server works with by. */
export const OUTSIDE = Symbol("outside");

type AnyRoute = Route<never, unknown>;
interface Admitted {
  readonly route: AnyRoute;
  readonly exchange: Exchange;
}

const facts = Reflector.createDecorator<AnyRoute>();
const exchanges = new WeakMap<IncomingMessage, Admitted>();

/** Admits callers as the document says. */
@Injectable()
export class CredentialsGuard implements CanActivate {
  readonly #admissions = new Map<AnyRoute, ReturnType<typeof admission>>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(OUTSIDE) private readonly outside: Outside,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = this.reflector.get(facts, context.getHandler());
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const admitted = this.#admissions.get(route) ?? admission(route, this.outside);
    this.#admissions.set(route, admitted);
    exchanges.set(request, { route, exchange: await admitted(request) });
    return true;
  }
}

/** Checks a request by what the document says of it. */
@Injectable()
export class InputPipe implements PipeTransform<Admitted, Promise<unknown>> {
  transform({ route, exchange }: Admitted): Promise<unknown> {
    return inputOf(route, exchange);
  }
}

const admittedBy = (context: ExecutionContext): Admitted | undefined =>
  exchanges.get(context.switchToHttp().getRequest<IncomingMessage>());

const admitted = createParamDecorator((_data: unknown, context: ExecutionContext) => admittedBy(context));
const context = createParamDecorator((_data: unknown, host: ExecutionContext) => admittedBy(host)?.exchange.context);

/** What the operation takes, checked. */
export const Input = (): ParameterDecorator => admitted(InputPipe);
/** What it works with. */
export const Calling = (): ParameterDecorator => context();
/** The operation of the document that a method serves. */
export const Serves = (route: AnyRoute): MethodDecorator => applyDecorators(facts(route), UseGuards(CredentialsGuard));

/** Answers every error as problem details; what Nest itself refuses is no route, or none of this method. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<IncomingMessage>();
    answerError(error instanceof HttpException ? unserved(request) : error, request, http.getResponse(), this.log);
  }
}
`;

/** `src/http/documentation.ts` */
export const documentation = (stored: boolean): string => String.raw`import { readFileSync } from "node:fs";
import { Controller, Get, Global, Header, ${stored ? "Inject, " : ""}Module, type DynamicModule } from "@nestjs/common";
import { OUTSIDE } from "./nest.ts";
import type { Outside } from "./serve.ts";

const openapi = readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8");

/** The OpenAPI document, and whether the service lives. */
@Controller()
export class DocumentationController {
${stored ? "  constructor(@Inject(OUTSIDE) private readonly outside: Outside) {}\n\n" : ""}  @Get("openapi.json")
  @Header("Content-Type", "application/json")
  openapi(): string {
    return openapi;
  }

  @Get("healthz")
  ${stored ? "async " : ""}health(): ${stored ? "Promise<{ readonly status: string }>" : "{ readonly status: string }"} {
    ${stored ? "await this.outside.store.ping();\n    " : ""}return { status: "ok" };
  }
}

@Module({ controllers: [DocumentationController] })
export class DocumentationModule {}

/** Gives every module what the server works with. */
@Global()
@Module({})
export class OutsideModule {
  static over(outside: Outside): DynamicModule {
    return { module: OutsideModule, providers: [{ provide: OUTSIDE, useValue: outside }], exports: [OUTSIDE] };
  }
}
`;
