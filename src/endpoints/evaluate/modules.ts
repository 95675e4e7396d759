import type { Program } from "../program/ir.ts";
import type { Imports } from "../program/imports.ts";
import type { Sources } from "../program/source.ts";
import { Exhausted, Stop, type Machine, type Module, type Scope } from "./machine.ts";
import { placed } from "./packages.ts";
import { doubtLoaded } from "./uses.ts";
import {
  constant,
  external,
  native,
  nothing,
  object,
  Store,
  unknown,
  type ObjectValue,
  type Value,
} from "./value.ts";

/** Maximum depth of nested imports. */
const deepest = 200;

type Read = (path: string, text: string) => Program | undefined;

/** The modules of a project, each run once, when it is first needed. */
export class Modules {
  readonly #sources: Sources;
  readonly #imports: Imports;
  readonly #read: Read;
  readonly #all = new Map<string, Module | undefined>();
  #running = 0;
  /** Files that could not be parsed. */
  readonly broken: string[] = [];

  constructor(sources: Sources, imports: Imports, read: Read) {
    this.#sources = sources;
    this.#imports = imports;
    this.#read = read;
  }

  /** Whether a file was run or can't be. */
  isRun(path: string): boolean {
    return this.#all.has(path);
  }

  /** @throws Exhausted if the chain of imports is too deep to be followed */
  get(path: string, m: Machine): Module | undefined {
    if (this.#all.has(path)) return this.#all.get(path);
    if (this.#running >= deepest) throw new Exhausted("The modules import each other in too long a row.");
    const text = this.#sources.texts.get(path);
    const program = text === undefined ? undefined : this.#read(path, text);
    if (!program) {
      if (text !== undefined) this.broken.push(path);
      this.#all.set(path, undefined);
      return undefined;
    }
    if (program.broken) this.broken.push(path);
    const module = moduleOf(path, program.language, m);
    this.#all.set(path, module);
    module.state = "running";
    this.#running++;
    const { throws, run } = m;
    m.throws = [];
    m.run = undefined;
    try {
      m.execute(program.body, module.scope);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    } finally {
      m.throws = throws;
      m.run = run;
      module.state = "done";
      this.#running--;
    }
    return module;
  }

  load(request: string, from: Module, m: Machine): Value {
    return from.language === "python" ? this.#python(request, from, m) : this.#javascript(request, from, m);
  }

  #javascript(request: string, from: Module, m: Machine): Value {
    const path = this.#imports.of(request, from.path);
    if (path === undefined)
      return /^\.{1,2}\//.test(request) ? unknown : external(request.replace(/^node:/, ""));
    const module = this.get(path, m);
    return module ? commonJs(module) : unknown;
  }

  #python(request: string, from: Module, m: Machine): Value {
    const path = this.#imports.of(request, from.path);
    // a package that imports its own name means its members; a module named like a library means the library
    if (path === from.path && !request.startsWith("."))
      return object([], {
        type: "package",
        get: (name) => this.below(from, name, m) ?? m.get(external(request), name),
      });
    if (path !== undefined) return this.get(path, m)?.exports ?? unknown;
    if (!request.startsWith(".") && this.#imports.isNamespace(request, from.path))
      return object([], {
        type: "package",
        get: (name) => this.#below(`${request}.${name}`, from, m) ?? m.get(external(request), name),
      });
    if (/^\.+\w/.test(request) && !this.#imports.isNamespace(request, from.path)) return unknown;
    return request.startsWith(".")
      ? object([], {
          type: "package",
          get: (name) =>
            this.#python(`${request.replace(/\.$/, ".")}${request.endsWith(".") ? "" : "."}${name}`, from, m),
        })
      : external(request);
  }

  /** A module, or a folder of modules without `__init__.py`. */
  #below(request: string, from: Module, m: Machine): Value | undefined {
    const path = this.#imports.of(request, from.path);
    if (path !== undefined) return this.get(path, m)?.exports;
    return this.#imports.isNamespace(request, from.path) ? this.#python(request, from, m) : undefined;
  }

  /** A module in a Python package, which `import` may access as a member. */
  below(module: Module, name: string, m: Machine): Value | undefined {
    if (module.language !== "python" || !module.path.endsWith("__init__.py")) return undefined;
    const folder = module.path.slice(0, -"__init__.py".length);
    const path = [`${folder}${name}.py`, `${folder}${name}/__init__.py`].find((item) =>
      this.#sources.texts.has(item),
    );
    return path === undefined ? undefined : this.get(path, m)?.exports;
  }
}

/** The final value of `module.exports`, if it was replaced. */
function commonJs(module: Module): Value {
  const holder = module.scope.vars.get("module");
  const value = holder?.kind === "object" ? holder.props.get("exports") : undefined;
  return value && value !== module.exports ? value : module.exports;
}

function namespace(module: Module, name: string, m: Machine): Value | undefined {
  const value = module.exports.props.get(name);
  if (value) return value;
  if (module.language === "python") {
    return m.lookup(name, module.scope) ?? undefined;
  }
  const late = module.imports.get(`%export ${name}`);
  const found = late?.();
  if (found) return found;
  for (const pass of module.passed) {
    const from = pass();
    const found = from.kind === "object" ? m.get(from, name) : unknown;
    if (found !== nothing && found.kind !== "unknown") return found;
  }
  const type = module.scope.vars.get(`type ${name}`);
  if (type) return type;
  // the default import of a module without a default export is the whole module
  return name === "default" ? module.exports : undefined;
}

/** The names that a module exports, as `vars(module)` and `Object.values(module)` list them. */
function namesIn({ language, scope, exports, imports, passed }: Module, depth = 0): readonly string[] {
  if (language === "python")
    return [...scope.vars.keys(), ...imports.keys()].filter((name) => !/^(?:__|type |%)/.test(name));
  const ownNames = [...imports.keys()].flatMap((name) => /^%export (.+)$/.exec(name)?.[1] ?? []);
  const others = passed.flatMap((pass) => {
    const from = depth < 6 ? pass() : unknown;
    return from.kind === "object" ? (from.host?.names?.() ?? [...from.props.keys()]) : [];
  });
  return [...new Set([...exports.props.keys(), ...ownNames, ...others])].filter((name) => name !== "*");
}

function moduleOf(path: string, language: Program["language"], m: Machine): Module {
  const vars = new Store();
  const scope: Scope & { module?: Module } = { vars, kind: "module" } as unknown as Scope; // `module` is set below: the two refer to each other
  const exports: ObjectValue = {
    kind: "object",
    props: new Store(),
    host: {
      type: "module",
      get: (name, _self, machine) => namespace(entry, name, machine) ?? machine.below(entry, name),
      names: () => namesIn(entry),
    },
  };
  const entry: Module = {
    path,
    language,
    scope: Object.assign(scope, { module: undefined }) as Scope,
    exports,
    imports: new Map(),
    passed: [],
    state: "new",
  };
  Object.assign(scope, { module: entry });
  if (language === "javascript") {
    const folder = `/${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`;
    vars.set("__dirname", constant(folder));
    vars.set("__filename", constant(`/${path}`));
    vars.set(
      "import.meta",
      object([
        ["dirname", constant(folder)],
        ["filename", constant(`/${path}`)],
        ["url", constant(`/${path}`)],
        ["env", unknown],
      ]),
    );
    vars.set("exports", exports);
    vars.set("module", object([["exports", exports]]));
    const require = native("require", ({ list: [request] }) => {
      if (request?.kind === "const" && typeof request.value === "string") return m.load(request.value, entry);
      doubtLoaded(entry, m);
      return unknown;
    });
    vars.set("require", require);
  } else for (const [name, value] of placed(path)) vars.set(name, value);
  return entry;
}
