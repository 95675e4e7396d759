import type { Class, Expression, Fn, Literal, Statement, Target } from "../program/ir.ts";

export type Part = "body" | "query" | "path" | "header" | "cookie" | "file" | "request";

export interface Args {
  readonly list: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** A value of unknown length was spread in. */
  readonly open: boolean;
  readonly file: string;
  readonly at: number;
}

export interface ConstValue {
  readonly kind: "const";
  readonly value: Literal;
  /** Represents credentials that a request doesn't carry. */
  readonly absent?: boolean;
  /** The path of the library call that returned nothing because credentials were missing. */
  readonly foundBy?: string;
}

/** Which uses of a framework's applications and routers are followed, or treat every request alike. */
export interface Known {
  has(name: string): boolean;
  /** Arguments by name: `read` if they must be known, `alike` if they may be anything. */
  readonly takes?: Readonly<Record<string, "read" | "alike">>;
}

/** An object whose members a framework defines. */
export interface Host {
  readonly type: string;
  /** Represents an anonymous user, who equals no user of the program. */
  readonly isNobody?: boolean;
  /** It is truthy, whatever its members. */
  readonly isThere?: boolean;
  get?(name: string, self: ObjectValue, m: Machine): Value | undefined;
  /** Computes the value when a name is looked up, as it may depend on the caller. */
  late?(m: Machine): Value;
  /** Called when the whole object is compared with something. */
  compared?(m: Machine): void;
  call?(args: Args, self: ObjectValue, m: Machine): Value;
  set?(name: string, value: Value, self: ObjectValue): void;
  /** Called when a library pipes a stream into it. */
  filled?(self: ObjectValue, m: Machine): void;
  /** Of an application or a router: the uses that the tables cover. */
  readonly knows?: Known;
  /** The names that a module exports. */
  names?(): readonly string[];
}

export interface ObjectValue {
  readonly kind: "object";
  readonly props: Map<string, Value>;
  /** Value of members without a known name: something that was spread in, or the object that it inherits from. */
  rest?: Value;
  cls?: ClassValue;
  readonly host?: Host;
  /** Whether it is a `Map`. */
  readonly isMap?: boolean;
  /** The library call that created it, or its base class in a library with the constructor's arguments. */
  base?: ExternalValue;
}

export interface ListValue {
  readonly kind: "list";
  readonly items: Value[];
  /** Further items of unknown number. */
  rest?: Value;
  /** Whether any of its items may be missing. */
  isLoose?: boolean;
  /** The age of a list that the program creates. */
  readonly born?: number;
}

export interface FunctionValue {
  readonly kind: "function";
  readonly fn: Fn;
  readonly scope: Scope;
  readonly self?: Value;
  readonly owner?: ClassValue;
  /** Decorators of libraries, outermost first. */
  readonly decorators: readonly Value[];
  readonly props: Map<string, Value>;
}

export interface ClassValue {
  readonly kind: "class";
  readonly cls: Class;
  readonly scope: Scope;
  readonly bases: readonly Value[];
  readonly statics: Map<string, Value>;
  /** What the program has put in place of methods: members of its prototype, in Python of the class. */
  readonly replaced: Map<string, Value>;
  readonly decorators: readonly Value[];
}

/** A name in a library or, with `args`, the result of a call. */
export interface ExternalValue {
  readonly kind: "external";
  /** `zod.z.object().min`: names joined by dots, calls as `()`. */
  readonly path: string;
  readonly name: string;
  /** The receiver of a member, or the callee of a call. */
  readonly of?: ExternalValue;
  readonly args?: Args;
  readonly identity?: boolean;
  /** The class of the program that inherits the name from a library. */
  readonly model?: ClassValue;
  /** A type or a schema of its content. */
  readonly says?: Value;
}

export interface NativeValue {
  readonly kind: "native";
  readonly name: string;
  call(args: Args, m: Machine): Value;
}

export interface InputValue {
  readonly kind: "input";
  readonly part: Part;
  readonly path: readonly string[];
  /** The class of the program that it is an instance of, for getters and methods. */
  readonly madeOf?: ClassValue;
}

/** A TypeScript type, read when it is needed. */
export interface ShapeValue {
  readonly kind: "shape";
  readonly of: Expression;
  readonly scope: Scope;
}

export type Value =
  | ConstValue
  | ObjectValue
  | ListValue
  | FunctionValue
  | ClassValue
  | ExternalValue
  | NativeValue
  | InputValue
  | ShapeValue
  | { readonly kind: "either"; readonly of: readonly Value[] }
  /**
   * `keyOf`: an unknown key of that part of the request. `written`: the known parts of a text, with a placeholder for
   * the rest.
   */
  | {
      readonly kind: "unknown";
      readonly identity?: boolean;
      /** It is a part of the request that a framework passes as an argument. */
      readonly isSent?: boolean;
      /** It comes from the environment. */
      readonly isSetting?: boolean;
      readonly keyOf?: InputValue;
      readonly written?: string;
      /** A part of the request as text, which a program may parse. */
      readonly raw?: InputValue;
      /** A type or a schema of its content. */
      readonly says?: Value;
      /** The media type of a non-JSON answer. */
      readonly media?: string;
    };

export interface Scope {
  readonly vars: Map<string, Value>;
  readonly parent?: Scope;
  readonly kind: "module" | "function" | "block";
  readonly self?: Value;
  readonly owner?: ClassValue;
  readonly module: Module;
}

export interface Module {
  readonly path: string;
  readonly language: "javascript" | "python";
  readonly scope: Scope;
  readonly exports: ObjectValue;
  /** Names that are resolved in another module when they are first used. */
  readonly imports: Map<string, () => Value | undefined>;
  /** Modules whose exports are re-exported. */
  readonly passed: (() => Value)[];
  state: "new" | "running" | "done";
}

/** A schema that was applied to a part of the request. */
export interface Checked {
  readonly part: Part;
  readonly path: readonly string[];
  readonly schema: Value;
  /** The validated value is a copy: the program may read more from the request itself. */
  readonly isBeside?: boolean;
}

export interface Answered {
  readonly status: number;
  readonly body?: Value;
  readonly type?: string;
  /** Sent by application-wide middleware instead of passing the request on; not one of the endpoint's own answers. */
  readonly isAhead?: boolean;
  /** The function that found no credentials and refused the request. */
  readonly refusedBy?: Fn;
}

/** A place in a source: a file and an offset. */
export interface Place {
  readonly file: string;
  readonly at: number;
}

/** A function in front of a handler, and which kinds of input it has read. */
export interface Gate extends Place {
  readonly looks: Set<Look>;
  isAnswering?: boolean;
}

/** `who`: anything that can identify the caller; `form`: what shows that its own page sent a form; `state`: anything else that may depend on the request. */
export type Look = "who" | "query" | "content" | "password" | "form" | "state";

/** A router or a view of a package that a program registers. */
export interface Foreign extends Place {
  /** Its name in the package: `fastapi_users.FastAPIUsers().get_auth_router()`. */
  readonly name: string;
  /** The path it is registered under. */
  readonly path: string;
}

/** The observed behavior of one handler. */
export interface Run {
  /** Anything older existed before the request. */
  readonly since: number;
  /** Whether the request carries no credentials. */
  readonly absent: boolean;
  /** Whether it has no header or cookie at all that could identify a caller. */
  readonly isBare?: boolean;
  /** Answers; the body is undefined where only the status is known. */
  readonly answers: Answered[];
  readonly reads: Map<Part, Set<string>>;
  readonly checked: Checked[];
  /** Parts of the request that the program has overwritten: later reads return its own values. */
  readonly overwritten: Set<string>;
  /** Models of input that is stored unchanged; they count if nothing validates it. */
  readonly stored: Checked[];
  /** Types that the program declares for parts of the request. */
  readonly typed: Checked[];
  /** Schemes of the credentials that were read. */
  readonly schemes: Set<string>;
  /** Names of cookies that were set for the caller. */
  readonly handed: Set<string>;
  /** Redirect targets: paths, and names that represent them. */
  readonly sentTo: Set<string>;
  identity: boolean;
  /** Functions that read credentials, and their callers. */
  lookers: Set<Fn>;
  /** The function that read credentials and returned the value that is being handled now. */
  decidedBy?: Fn | undefined;
  /** Whether the handler returned, with any value. */
  isReturned?: boolean;
  /** Errors thrown by functions that read credentials, with the function. */
  readonly refusals: Map<Value, Fn>;
  /** The middleware or other function in front of the handler that is running. */
  gate?: Gate | undefined;
  /** The handler, if decorators may wrap it. */
  handler?: Place | undefined;
  /** Values that the handler returned; any other value comes from its decorators. */
  readonly handled: Set<Value>;
  /** Errors thrown, with the function in front of the handler that threw them, if any. */
  readonly gateErrors: Map<Value, Gate | undefined>;
  /** The first such function that refused the request, for whatever reason. */
  refusedAt?: Place | undefined;
  /** Code that can't be followed and may require credentials, with its place if known. */
  readonly doubts: Partial<Place>[];
  /** The error that is being answered. */
  cause?: Value | undefined;
  /** Number of functions that were running when the middleware or handler was entered. */
  depth?: number;
  /** The request's own data has just signed the caller in: the caller is known without credentials. */
  isSignedIn?: boolean;
  /** The current check is made for a caller who has signed in. */
  isSomebody?: boolean;
  /** The running code is shared by the whole application: its reads of credentials don't count for an endpoint. */
  isShared?: boolean;
  /** Whether the running middleware has not passed the request on yet, on this path. */
  isAhead?: (() => boolean) | undefined;
  /** Code of the endpoint itself read the caller's identity. */
  isPersonal?: boolean;
  /** A library's guard refused the request for lack of credentials. */
  isRefused?: boolean;
  /** The request's method, where handlers can read it. */
  method?: string;
  /** Its path with parameters as `{name}`, and the name of its endpoint, where handlers can read them. */
  path?: string;
  endpoint?: string;
  /** Its view, where functions in front of it can read it. */
  view?: Value;
  /** The media type of the body, if it isn't JSON. */
  form?: string;
  /** The request has no body, and none of the headers that describe one. */
  isBodiless?: boolean;
  /** Code asked whether there is a body, or for its type or size. */
  asksBody?: boolean;
  /** A part of the request was compared with a secret of the program. */
  asksSecret?: boolean;
  /** An error that the program itself throws ends the request on some path. */
  isFailed?: boolean;
  /** Code read where the request comes from. */
  looksWhere?: boolean;
  /** Schemes of session values and cookies that were read and may identify the caller, whatever they are called. */
  readonly possibleSchemes: Set<string>;
  /** Called when an error is thrown, in the state at that point. */
  thrown?: (error: Value) => void;
}

/** The knowledge about a library. */
export interface Library {
  /** The value of a name, when it is looked up. */
  get?(path: string, m: Machine): Value | undefined;
  call?(callee: ExternalValue, args: Args, m: Machine): Value | undefined;
  /** Whether a name is a class whose instances the library creates, including those of subclasses. */
  makes?(path: string): boolean;
  /** Handles `super().__init__(…)` in a subclass of such a class. */
  init?(self: ObjectValue, base: ExternalValue, args: Args, m: Machine): void;
  /** A member that instances inherit from a library's class, or that the program takes from a library for a function. */
  member?(base: ExternalValue, name: string, self: Value, m: Machine): Value | undefined;
  /** Called when the program assigns a member of a library's object. */
  assign?(of: ExternalValue, name: string, value: Value): void;
  /** Applies a library's middleware to a request. */
  middleware?(middleware: ExternalValue, m: Machine): void;
  /** Called when a name and a password of the request are checked. */
  signsIn?(m: Machine): void;
  /** Called for each Python class before its own decorators; `scope` is the class's own scope. */
  define?(cls: ClassValue, scope: Scope, m: Machine): void;
  /** Called for each class and function with the library's decorators. */
  decorate?(decorator: Value, on: Value, m: Machine): Value | undefined;
}

/** How code is left early: a function, a round of a loop, or a middleware that passes the request on. */
export type WayOut = "return" | "leave" | "next";

export interface Machine {
  readonly libraries: readonly Library[];
  run: Run | undefined;
  throws: Value[];
  /** The error that is being handled. */
  caught: Value[];
  readonly called: Set<Fn>;
  /** Functions that have called other functions of the program. */
  readonly callers: Set<Fn>;
  step(): void;
  /** Sets the number of steps from now on, within the scan's budget. */
  allow(steps: number): void;
  /** Whether more than a quarter of those steps is used. */
  isLong(): boolean;
  /** Runs something with most of the remaining steps; `undefined` if they don't suffice. */
  mostly(body: () => Value): Value | undefined;
  /** Some startup code was cut off. */
  isCut: boolean;
  /** Cookies and headers, as `cookie:name`, whose value code verifies: they are credentials, whatever their name. */
  readonly secrets: Set<string>;
  /** Members that the program has added to names of libraries, by their paths. */
  readonly assigned: Map<string, Value>;
  /** Functions that have read credentials. */
  readonly lookers: Set<Fn>;
  /**
   * Places in requests and their contexts, as `express.request.member`, where the program stores the caller's identity.
   */
  readonly left: Set<string>;
  /** Places in requests and their contexts that the program writes to. */
  readonly written: Set<string>;
  /** A request changed shared state: what was followed before may be incomplete. */
  isChanged: boolean;
  /** The place in the program that is being followed. */
  place: Place;
  /** Places where unread code configures the server. */
  readonly unread: Partial<Place>[];
  /** Files in which startup code raised an error. */
  readonly raised: string[];
  /** Places that register an endpoint under a path that is known only at run time. */
  readonly unclear: { readonly file: string; readonly at: number }[];
  /** Routers and views of packages that the program registers; what they serve was not read. */
  readonly foreign: Foreign[];
  evaluate(of: Expression, scope: Scope): Value;
  execute(body: readonly Statement[], scope: Scope): void;
  assign(to: Target, value: Value, how: { scope: Scope; declare?: "here" | "wide" }): void;
  lookup(name: string, scope: Scope): Value | undefined;
  get(of: Value, name: string): Value;
  /** A member that is about to be called. */
  method(of: Value, name: string): Value;
  set(map: Map<string, Value>, key: string, value: Value): void;
  call(callee: Value, args: Args): Value;
  construct(callee: Value, args: Args): Value;
  /** Runs each alternative from the current state, then joins the resulting states. */
  branches<T>(alternatives: readonly (() => T)[]): readonly T[];
  /** Runs code that may be left early, then joins the states of its exits. */
  frame(left: WayOut, body: () => void): { readonly falls: boolean };
  /** Notes an exit of the enclosing frame. */
  leave(by: WayOut): void;
  /** Whether a change to something of this age happens on every path. */
  isSure(age: number | undefined): boolean;
  module(path: string): Module | undefined;
  /** A module in a Python package. */
  below(module: Module, name: string): Value | undefined;
  /** The exports of the module that an import names; an external value for a library. */
  load(request: string, from: Module): Value;
  raise(value: Value): never;
  read(input: InputValue): void;
}
