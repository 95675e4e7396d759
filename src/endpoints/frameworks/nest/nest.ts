import { args } from "../../evaluate/machine.ts";
import { ancestry, ownOf } from "../../evaluate/classes.ts";
import type { ClassValue, ExternalValue, FunctionValue, Machine, Run, Value } from "../../evaluate/types.ts";
import {
  constant,
  external,
  items,
  native,
  propOf,
  result,
  someone,
  textOf,
  texts,
  unknown,
  numbers,
} from "../../evaluate/value.ts";
import { type Framework, type FrameworkEntry, type Route, type Verb, decorating } from "../contract.ts";
import { asSent } from "../bodies.ts";
import { request, response, errorHandlers, isErrorHandler, passOn } from "../express/http.ts";
import { instance } from "./adapter.ts";
import { application, newApplication } from "./application.ts";
import { Container } from "./container.ts";
import { enter, failed, usualStatus } from "./call.ts";
import { type Call, marksIn, marksOf, marksOfClass, type Mark } from "./context.ts";
import { covers, forRoutes, functionOf, middlewareFor, type Middleware } from "./middleware.ts";
import { Strategies } from "./strategies.ts";
import { answer, exchange } from "../observe.ts";
import { doubt } from "../../evaluate/uses.ts";
import { pass, type Chain } from "../middleware.ts";
import { authOf } from "../onion.ts";
import { braced, joined } from "../paths.ts";
import { routeOf, completes } from "../route.ts";
import { httpError, statusNamed, thrownStatus } from "../statuses.ts";
import { isUnder, throughFor } from "../under.ts";
import { inTable } from "../../../lib/index.ts";

const orms = /^(?:typeorm|@nestjs\/typeorm|@mikro-orm)\b/;
const notFoundBy = (path: string): Value =>
  result(
    external(path.startsWith("@mikro-orm") ? "@mikro-orm/core.NotFoundError" : "typeorm.EntityNotFoundError"),
    args([]),
  );

/** What `@Put("notes")` or `@RequestMapping({ path: "notes", method: RequestMethod.PUT })` maps to a handler. */
function mappingOf(mark: Mark): { methods: readonly Verb[]; paths: readonly string[] } | undefined {
  const [first] = mark.args?.list ?? [];
  const isGeneral = mark.name === "RequestMapping";
  const method = propOf(first, "method");
  const verb = method?.kind === "external" ? method.name : "GET";
  const name = isGeneral ? `${verb.slice(0, 1)}${verb.slice(1).toLowerCase()}` : mark.name;
  const methods = inTable(decorating, name);
  const paths = items(isGeneral ? propOf(first, "path") : first).flatMap((item) => texts(item));
  return methods && { methods, paths };
}

class Nest implements Framework {
  readonly #controllers = new Set<ClassValue>();
  readonly #modules = new Set<ClassValue>();
  /** The root modules of applications, or what a module's function returns. */
  readonly #roots = new Set<Value>();
  readonly #strategies = new Strategies();
  readonly #container = new Container();
  readonly #app = newApplication();

  call(
    callee: ExternalValue,
    callArgs: Parameters<NonNullable<Framework["call"]>>[1],
    m: Machine,
  ): Value | undefined {
    const { path, name } = callee;
    if (path === "@nestjs/core.NestFactory.create") {
      if (callArgs.list[0]) this.#roots.add(callArgs.list[0]);
      return application(this.#app, this.#container);
    }
    if (path === "@nestjs/platform-fastify.FastifyAdapter().getInstance")
      return instance(this.#app.middleware);
    if (path.startsWith("@nestjs/common") && name.endsWith("Exception")) {
      const status = name === "HttpException" ? (callArgs.list[1] ?? constant(500)) : statusNamed(name);
      return status === undefined ? undefined : httpError(status, callee, callArgs.list[0]);
    }
    if (
      /^@nestjs\/common\.(?:UseGuards|UsePipes|UseFilters|applyDecorators|SetMetadata|createParamDecorator|UseInterceptors|mixin)$/.test(
        path,
      )
    )
      return name === "mixin" ? callArgs.list[0] : result(callee, callArgs);
    if (path === "@nestjs/config.registerAs") {
      const [space, factory] = callArgs.list;
      if (factory) this.#container.configures(textOf(space) ?? "", factory);
      return result(callee, callArgs);
    }
    // a failing health check of terminus throws its own error
    if (path === "@nestjs/terminus.HealthCheckService().check" && m.run)
      m.throws.push(httpError(503, external("@nestjs/common.ServiceUnavailableException")));
    // a record that an ORM doesn't find throws its own error, which a filter may handle
    if (m.run && /^find\w*OrFail$/.test(name) && orms.test(path)) m.throws.push(notFoundBy(path));
    if (name === "forwardRef") {
      const found = callArgs.list[0]?.kind === "function" ? m.call(callArgs.list[0], args([])) : unknown;
      return found.kind === "unknown" ? result(callee, callArgs) : found; // of two providers that need each other, one is created first
    }
    return undefined;
  }

  get(path: string): Value | undefined {
    return path === "@nestjs/common.VERSION_NEUTRAL" ? constant("") : undefined;
  }

  member(base: ExternalValue, name: string, self: Value, m: Machine): Value | undefined {
    if (name === "canActivate" && base.args && base.of?.name === "AuthGuard")
      return native(name, () => this.#strategies.guard(base, self, { container: this.#container, m }));
    if (name === "canActivate" && base.name.endsWith("ThrottlerGuard"))
      return native(name, () => (answer(m, 429), constant(true)));
    if (name === "handleRequest" && base.of?.name === "AuthGuard")
      return native(name, ({ list: [, user] }) =>
        m.run?.absent
          ? m.raise(httpError(401, external("@nestjs/common.UnauthorizedException")))
          : (user ?? someone),
      );
    if (name === "catch" && base.name === "BaseExceptionFilter")
      return native(name, ({ list: [error] }) => {
        for (const status of error ? thrownStatus(error) : []) answer(m, status);
        return unknown;
      });
    if (name === "getStatus") return native(name, () => constant(thrownStatus(self)[0] ?? 500));
    if (name === "getResponse") return native(name, () => unknown);
    return undefined;
  }

  decorate(decorator: Value, on: Value): Value | undefined {
    if (on.kind !== "class" || decorator.kind !== "external") return undefined;
    for (const { name, args: markArgs } of marksIn(decorator)) {
      if (name === "Controller") this.#controllers.add(on);
      if (name === "Module" || name === "Global") this.#modules.add(on);
      if (name === "Injectable") this.#strategies.note(on);
      if (name === "CommandHandler" || name === "QueryHandler")
        this.#container.handles(markArgs?.list[0], on);
    }
    return undefined;
  }

  routes(m: Machine): readonly Route[] {
    const modules = [...this.#modules];
    for (const module of modules) this.#container.learn(module, m);
    for (const root of this.#roots) this.#container.imports(root, m);
    this.#strategies.learn({ container: this.#container, m });
    const middleware = modules.flatMap((module) => forRoutes(module, this.#container, m));
    const listed = this.#container.controllers();
    const controllers = [...this.#controllers].filter((value) => !listed.size || listed.has(value));
    return controllers.flatMap((controller) => this.#routesOf(controller, middleware, m));
  }

  #routesOf(controller: ClassValue, middleware: readonly Middleware[], m: Machine): readonly Route[] {
    const classes = ownOf(controller); // what decorates a class decorates those that extend it
    const outer = classes.flatMap(marksOfClass);
    const mark = outer.find(({ name }) => name === "Controller");
    const [options] = mark?.args?.list ?? [];
    const base = options?.kind === "object" ? propOf(options, "path") : options;
    const bases = items(base).flatMap((item) => texts(item));
    const found: Route[] = [];
    const seen = new Set<string>();
    for (const cls of classes) {
      for (const { fn } of cls.cls.methods) {
        if (seen.has(fn.name)) continue;
        seen.add(fn.name);
        const marks = marksOf(fn, cls, m);
        for (const { methods, paths: ownPaths } of marks.flatMap((item) => mappingOf(item) ?? [])) {
          const versions = this.#versions([...marks, ...outer], options);
          for (const start of bases.length ? bases : [""])
            for (const version of versions)
              for (const path of ownPaths.length ? ownPaths : [""]) {
                const place = joined(this.#container.prefixOf(controller), start, path);
                const full = braced(joined(this.#prefix(place), version, place));
                for (const method of methods)
                  found.push(
                    this.#route(
                      { method, path: full, inner: place, controller, cls, fn, marks, outer },
                      middleware,
                      m,
                    ),
                  );
              }
        }
      }
    }
    return found;
  }

  #prefix(place: string): string {
    const open = this.#app.open.some((pattern) => covers(pattern, place));
    return open ? "" : this.#app.prefix;
  }

  #versions(marks: readonly Mark[], options: Value | undefined): readonly string[] {
    const { versioning } = this.#app;
    if (!versioning) return [""];
    const value = marks.find(({ name }) => name === "Version")?.args?.list[0] ?? propOf(options, "version");
    const versions = value ? items(value).flatMap((item) => texts(item)) : versioning.fallback;
    return versions.length
      ? versions.map((version) => (version ? `${versioning.prefix}${version}` : ""))
      : [""];
  }

  #route(
    found: {
      method: Verb;
      path: string;
      inner: string;
      controller: ClassValue;
      cls: ClassValue;
      fn: FunctionValue["fn"];
      marks: readonly Mark[];
      outer: readonly Mark[];
    },
    middleware: readonly Middleware[],
    m: Machine,
  ): Route {
    const { method, path, controller, cls, fn } = found;
    const app = this.#app;
    const global = (token: string): readonly Value[] => this.#container.global(token, m);
    const through = (run: Run): Run => {
      const call: Call = {
        m,
        container: this.#container,
        req: request(path),
        res: response(),
        controller,
        cls,
        fn,
        marks: found.marks,
        outer: found.outer,
        method,
        guards: [...app.guards, ...global("APP_GUARD")],
        pipes: [...app.pipes, ...global("APP_PIPE")],
        filters: [...app.filters, ...global("APP_FILTER")],
        interceptors: [...app.interceptors, ...global("APP_INTERCEPTOR")],
      };
      this.#container.request = call.req;
      const before = [
        ...app.middleware.flatMap((fn) =>
          isUnder(fn)
            ? throughFor(fn, path, method).map((item) => ({ fn: item.fn, isShared: false }))
            : [{ fn, isShared: true }],
        ),
        ...middleware.flatMap((middleware) =>
          middlewareFor(middleware, { method, path: found.inner, controller }),
        ),
      ];
      const ends = errorHandlers(app.middleware.map((fn) => (isUnder(fn) ? fn.fn : fn)));
      const refuse = (error: Value): void =>
        ends.length ? passOn(error, ends, { m, req: call.req, res: response() }) : failed(error, call);
      const chain: Chain = { args: (next) => args([call.req, call.res, next]), failed: refuse };
      for (const { fn, isShared } of before) {
        if (isErrorHandler(fn)) continue;
        run.isShared = isShared;
        const use = functionOf(fn, this.#container, m);
        if (!use) run.doubts.push({});
        else if (!pass(use, chain, { m, run, isLast: false }).reached) return run;
      }
      run.isShared = false;
      const handled = (): void => {
        for (const value of ancestry(controller)) doubt(value, m); // an unknown base class may be guarded
        enter(call);
      };
      return exchange(m, run, handled, (error) => failed(error, call));
    };
    const { run } = asSent(method, m, (fresh) => ({ run: through(fresh) }));
    const auth = authOf(run, through);
    const described = [...found.marks, ...found.outer].flatMap(describedBy);
    const usual = completes(fn) ? usualStatus(found.marks, method) : undefined;
    return routeOf(
      { method, path, auth, run, file: fn.file, at: fn.at, name: fn.name, within: fn, usual, described },
      m,
    );
  }
}

/**
 * The statuses that a decorator of `@nestjs/swagger` documents: `@ApiResponse({ status: 404 })`,
 * `@ApiNotFoundResponse()`.
 */
function describedBy({ name, args: markArgs }: Mark): readonly number[] {
  const [, kind] = /^Api(\w*)Response$/.exec(name) ?? [];
  if (kind === undefined) return [];
  const status = kind ? [statusNamed(`${kind}Exception`) ?? 0] : numbers(propOf(markArgs?.list[0], "status"));
  return status.filter((value) => value >= 200 && value < 500);
}

export const nest: FrameworkEntry = {
  language: "javascript",
  uses: (_, text) => /["']@nestjs\/(?:common|core)/.test(text),
  open: () => new Nest(),
};
