import { args } from "../../evaluate/machine.ts";
import type { Args, ClassValue, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, items, propOf, texts } from "../../evaluate/value.ts";
import { make } from "../containers.ts";
import { marksIn } from "../marks.ts";
import { thrownStatus } from "../thrown.ts";
import { failure, isOurs, library } from "./action.ts";
import { served, type Asking, type Served } from "./served.ts";

/** A registration for controllers, in the form that the routers of Express and Koa use. */
type Entry = Served & { readonly kind: "route" | "use" };

/** The framework that runs the controllers. */
interface Server {
  readonly make: (isApp: boolean) => ObjectValue;
  readonly add: (
    router: ObjectValue,
    entry: Entry | (Omit<Entry, "paths"> & { readonly paths: undefined }),
  ) => void;
}

/** Controllers and middleware of routing-controllers. */
export class Controllers {
  readonly #framework: string;
  readonly #asking: Asking;
  readonly #server: Server;
  readonly #controllers = new Set<ClassValue>();
  readonly #middleware = new Set<ClassValue>();
  readonly #made = new Map<ClassValue, Value>();
  /** The servers created, each with the router that holds its controllers. */
  readonly #routers: {
    readonly router: ObjectValue;
    readonly options: Value | undefined;
    isFull: boolean;
  }[] = [];

  #isElsewhere = false;

  constructor(framework: string, asking: Asking, server: Server) {
    this.#framework = framework;
    this.#asking = asking;
    this.#server = server;
  }

  /** Notes a class by its decorators. */
  decorate(decorator: Value, on: Value): void {
    if (on.kind !== "class") return;
    for (const { name, value } of marksIn(decorator)) {
      if (!isOurs(value)) continue;
      if (name === "Controller" || name === "JsonController") this.#controllers.add(on);
      if (name === "Middleware") this.#middleware.add(on);
    }
  }

  /** `useExpressServer(app, options)`, `createExpressServer(options)`, `new NotFoundError()`. */
  call({ path, name }: ExternalValue, callArgs: Args, m: Machine): Value | undefined {
    if (!path.startsWith(`${library}.`)) return undefined;
    const [first, second] = callArgs.list;
    if (name === `use${this.#framework}Server` && first)
      return this.#serve(first, second, { given: callArgs, m });
    if (name === `create${this.#framework}Server`)
      return this.#serve(this.#server.make(true), first, { given: callArgs, m });
    if (name.endsWith("Server")) this.#isElsewhere = true;
    return name.endsWith("Error") ? failure(name, name === "HttpError" ? first : undefined) : undefined;
  }

  /** The `httpCode` of an error class that extends one of the library. */
  member(base: ExternalValue, name: string, self: Value): Value | undefined {
    const [status] = isOurs(base) && name === "httpCode" ? thrownStatus(self) : [];
    return status === undefined ? undefined : constant(status);
  }

  status(error: Value): number | undefined {
    return error.kind === "object" && error.base && isOurs(error.base) ? thrownStatus(error)[0] : undefined;
  }

  #serve(app: Value, options: Value | undefined, { given, m }: { given: Args; m: Machine }): Value {
    const router = this.#server.make(false);
    this.#routers.push({ router, options, isFull: false });
    m.call(m.get(app, "use"), { ...args([router]), file: given.file, at: given.at });
    return app;
  }

  /** Fills the routers, once all controllers are known. */
  fill(m: Machine): void {
    // a server whose creation isn't visible is usually one of Express
    const isUnseen = this.#framework === "Express" && !this.#routers.length && !this.#isElsewhere;
    if (isUnseen && this.#controllers.size)
      this.#serve(this.#server.make(true), undefined, { given: args([]), m });
    for (const item of this.#routers) {
      if (item.isFull) continue;
      item.isFull = true;
      const all = [...this.#middleware].map((cls) => this.#make(cls, m));
      const use = (name: string): void => {
        const handlers = all
          .map((instance) => m.get(instance, name))
          .filter(({ kind }) => kind === "function");
        this.#server.add(item.router, {
          kind: "use",
          methods: [],
          paths: undefined,
          handlers,
          file: "",
          at: 0,
        });
      };
      use("use");
      for (const entry of this.#served(item.options, m))
        this.#server.add(item.router, { kind: "route", ...entry });
      use("error");
    }
  }

  /** The routes of the controllers that the options list, or of all if that list is known only at run time. */
  #served(options: Value | undefined, m: Machine): readonly Served[] {
    const named = items(propOf(options, "controllers"));
    const isKnown = named.length > 0 && named.every(({ kind }) => kind === "class");
    const prefix = texts(propOf(options, "routePrefix"))[0] ?? "";
    const around = { options, made: (cls: ClassValue) => this.#make(cls, m) };
    return [...this.#controllers]
      .filter((value) => !isKnown || named.includes(value))
      .flatMap((controller) => served(controller, { prefix, around, asking: this.#asking, m }));
  }

  #make(cls: ClassValue, m: Machine): Value {
    return make(cls, this.#made, m);
  }
}
