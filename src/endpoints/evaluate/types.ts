import type { Class, Expression, Fn, Literal, Statement, Target } from "../program/ir.ts";

/** Part of a request. */
export type Part = "body" | "query" | "path" | "header" | "cookie" | "file" | "request";

export interface Args {
  readonly list: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** Something of unknown length was spread in. */
  readonly open: boolean;
  /** A part of the request whose members are the named arguments: `Note(**request.json)`. */
  readonly from?: InputValue;
  readonly file: string;
  readonly at: number;
}

/** How many names were looked up in dictionaries that hold them, and in what nobody can know. */
export interface Lookups {
  sure: number;
  unsure: number;
}

export interface ConstValue {
  readonly kind: "const";
  readonly value: Literal;
  /** Stands for credentials that a request does not carry. */
  readonly absent?: boolean;
  /** The call of a library that found nothing for want of them, by its path. */
  readonly foundBy?: string;
}

/** How a framework's applications and routers are used: what it does is read, or treats everybody alike. */
export interface Known {
  has(name: string): boolean;
  /** Arguments by name: `read` where they must be known, `alike` where they may be anything. */
  readonly takes?: Readonly<Record<string, "read" | "alike">>;
}

/** What a framework knows of an object. */
export interface Host {
  readonly type: string;
  /** Stands for that nobody is signed in: it is none of those that a program knows. */
  readonly isNobody?: boolean;
  /** It counts as true, whatever it has. */
  readonly isThere?: boolean;
  get?(name: string, self: ObjectValue, m: Machine): Value | undefined;
  /** The value that a name holds once it is looked at: what looks at it may depend on it. */
  late?(m: Machine): Value;
  /** It is compared with something, whole as it is. */
  compared?(m: Machine): void;
  call?(args: Args, self: ObjectValue, m: Machine): Value;
  set?(name: string, value: Value, self: ObjectValue): void;
  /** What becomes of it where a library writes a stream to it. */
  filled?(self: ObjectValue, m: Machine): void;
  /** Of an application or a router: how it may be used, as far as tables say. */
  readonly knows?: Known;
  /** The names that it has, of a module. */
  names?(): readonly string[];
}

export interface ObjectValue {
  readonly kind: "object";
  readonly props: Map<string, Value>;
  /** Where unnamed members come from: what was spread in. */
  rest?: Value;
  cls?: ClassValue;
  readonly host?: Host;
  /** The library's call that made it, or its base class in a library with the arguments for it. */
  base?: ExternalValue;
}

export interface ListValue {
  readonly kind: "list";
  readonly items: Value[];
  /** What else may be in it. */
  rest?: Value;
  /** Whether any of its items may be missing. */
  readonly isLoose?: boolean;
  /** How old a list is that is written in the program. */
  readonly born?: number;
}

export interface FunctionValue {
  readonly kind: "function";
  readonly fn: Fn;
  readonly scope: Scope;
  readonly self?: Value;
  readonly owner?: ClassValue;
  /** What of a library decorates it, outermost first. */
  readonly decorators: readonly Value[];
  readonly props: Map<string, Value>;
}

export interface ClassValue {
  readonly kind: "class";
  readonly cls: Class;
  readonly scope: Scope;
  readonly bases: readonly Value[];
  readonly statics: Map<string, Value>;
  readonly decorators: readonly Value[];
}

/** Something of a library: a name in it, or (with `args`) the result of a call. */
export interface ExternalValue {
  readonly kind: "external";
  /** `zod.z.object().min`: names joined by dots, calls as `()`. */
  readonly path: string;
  readonly name: string;
  /** The receiver of a name, the callee of a call. */
  readonly of?: ExternalValue;
  readonly args?: Args;
  readonly identity?: boolean;
  /** The class of the program that has the name from a library. */
  readonly model?: ClassValue;
  /** A type or a schema that says what it holds. */
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
  /** The class of the program that it is made one of, whose getters and methods it has. */
  readonly madeOf?: ClassValue;
}

/** A type of TypeScript, read where it is needed. */
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
  /** `keyOf`: the name of something in what is sent. `written`: what of a text is known, with a sign for the rest. */
  | {
      readonly kind: "unknown";
      readonly identity?: boolean;
      readonly keyOf?: InputValue;
      readonly written?: string;
      /** A part of the request as a text, which a program may take apart. */
      readonly raw?: InputValue;
      /** A type or a schema that says what it holds. */
      readonly says?: Value;
      /** The media type of an answer that isn't JSON. */
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
  /** Names that are looked up in another module when they are used. */
  readonly imports: Map<string, () => Value | undefined>;
  /** Modules whose exports are passed on. */
  readonly passed: (() => Value)[];
  state: "new" | "running" | "done";
}

/** A schema that was applied to a part of the request. */
export interface Checked {
  readonly part: Part;
  readonly path: readonly string[];
  readonly schema: Value;
  /** What it lets through stands beside the request, of which the program may read more. */
  readonly isBeside?: boolean;
}

export interface Answered {
  readonly status: number;
  readonly body?: Value;
  readonly type?: string;
  /** A middleware of the whole application gave it instead of passing the request on: none of the endpoint's own. */
  readonly isAhead?: boolean;
  /** The function that looked for credentials, found none and refused. */
  readonly refusedBy?: Fn;
}

/** A place in a source: a file and an offset. */
export interface Place {
  readonly file: string;
  readonly at: number;
}

/** A function in front of a handler, and what of the request it looked at so far. */
export interface Gate extends Place {
  readonly looks: Set<Look>;
  isAnswering?: boolean;
}

/** `who`: anything that can say who asks. */
export type Look = "who" | "query" | "content";

/** A router or a view of a package, where a program registers it. */
export interface Foreign extends Place {
  /** Its name in the package: `fastapi_users.FastAPIUsers().get_auth_router()`. */
  readonly name: string;
  /** What it is registered under. */
  readonly path: string;
}

/** What one handler was seen to do. */
export interface Run {
  /** What is older than this was there before the request. */
  readonly since: number;
  /** True: the request carries no credentials. */
  readonly absent: boolean;
  /** Answers by status; undefined where nothing but the status is known. */
  readonly answers: Answered[];
  readonly reads: Map<Part, Set<string>>;
  readonly checked: Checked[];
  /** Parts of the request that the program has written over: what it reads there from then on is its own. */
  readonly overwritten: Set<string>;
  /** Models of what goes to the database as it came: they count where nothing checks it. */
  readonly stored: Checked[];
  /** Parts of the request whose members a validator names one by one. */
  readonly listed: Set<Part>;
  /** Types that the program gives to parts of the request. */
  readonly typed: Checked[];
  /** Parts of the request that the program hands on to others as a whole, or what it left of them. */
  readonly passed: Set<Part>;
  /** Credentials were looked at, by a scheme. */
  readonly schemes: Set<string>;
  /** Cookies that were given to who asks. */
  readonly handed: Set<string>;
  /** Where it is sent on to: paths, and names that stand for them. */
  readonly sentTo: Set<string>;
  identity: boolean;
  /** Functions that looked at credentials, and those that called them. */
  lookers: Set<Fn>;
  /** What looked at credentials and returned the value that is acted on now. */
  decidedBy?: Fn | undefined;
  /** The handler returned, whatever it gave. */
  isReturned?: boolean;
  /** Errors thrown by functions that looked at credentials, with the function. */
  readonly refusals: Map<Value, Fn>;
  /** The function in front of the handler that runs now. */
  gate?: Gate | undefined;
  /** The handler, where decorators may stand around it. */
  handler?: Place | undefined;
  /** What the handler returned: all else is its decorators'. */
  readonly handled: Set<Value>;
  /** Errors that were thrown, with the function in front of the handler that threw them, if one did. */
  readonly gateErrors: Map<Value, Gate | undefined>;
  /** The first such function that refused the request, whatever it looked at. */
  refusedAt?: Place | undefined;
  /** Things that can't be followed and may ask for credentials, with their places where those are known. */
  readonly doubts: Partial<Place>[];
  /** The error that is being answered. */
  cause?: Value | undefined;
  /** How many functions were running when the middleware or handler was entered. */
  depth?: number;
  /** Somebody has just signed in by what the request holds: who asks is known, without credentials. */
  isSignedIn?: boolean;
  /** What is asked now is asked for somebody who has signed in. */
  isSomebody?: boolean;
  /** What runs now counts for the whole application: that it looks at credentials says nothing of an endpoint. */
  isShared?: boolean;
  /** Whether the middleware that runs has not passed the request on, on this way through it. */
  isAhead?: (() => boolean) | undefined;
  /** Something of the endpoint itself looked at who asks. */
  isPersonal?: boolean;
  /** A library's guard ended the request for want of credentials. */
  isRefused?: boolean;
  /** The method of the request, where handlers are told it. */
  method?: string;
  /** Its path with parameters as `{name}`, and the name of what answers it, where handlers are told them. */
  path?: string;
  endpoint?: string;
  /** The media type of the body, where it isn't JSON. */
  form?: string;
  /** It has no body: none of the headers that say what one is like. */
  isBodiless?: boolean;
  /** Something asked whether there is a body, or what it is like. */
  asksBody?: boolean;
  /** Something looked at where the request comes from. */
  looksWhere?: boolean;
  /** Called where an error is thrown, while what holds there still does. */
  thrown?: (error: Value) => void;
}

/** What is known of a library. */
export interface Library {
  /** The meaning of a name, before it is used. */
  get?(path: string, m: Machine): Value | undefined;
  /** What the program has given to an object that a library made. */
  own?(of: ExternalValue, name: string): Value | undefined;
  /** The program gives a member to an object that a library made. */
  give?(of: ExternalValue, name: string, value: Value): void;
  /** The meaning of a call. */
  call?(callee: ExternalValue, args: Args, m: Machine): Value | undefined;
  /** Whether a name is of a class whose instances the library makes, those of classes that extend it too. */
  makes?(path: string): boolean;
  /** `super().__init__(…)` of a class that extends one whose instances the library makes. */
  init?(self: ObjectValue, base: ExternalValue, given: Args, m: Machine): void;
  /** What instances of a class have from a library's class that it extends. */
  member?(base: ExternalValue, name: string, self: Value, m: Machine): Value | undefined;
  /** What a middleware that a library made does to a request. */
  middleware?(middleware: ExternalValue, m: Machine): void;
  /** Called where a name and a password of the request are taken. */
  signsIn?(m: Machine): void;
  /** The status of an error that a library makes. */
  status?(error: Value, m: Machine): number | undefined;
  /** Called for each class of Python, before its own decorators; `scope` is the class's own. */
  define?(cls: ClassValue, scope: Scope, m: Machine): void;
  /** Called for each class and function with the library's decorators. */
  decorate?(decorator: Value, on: Value, m: Machine): Value | undefined;
}

/** How a function or a round of a loop is left before its end, and where a middleware passes the request on. */
export type WayOut = "return" | "leave" | "next";

export interface Machine {
  readonly libraries: readonly Library[];
  run: Run | undefined;
  throws: Value[];
  /** The error that is being handled. */
  caught: Value[];
  /** What is looked up in dictionaries by the `try` around, where a handler of it is there for missing names. */
  readonly lookups: (Lookups | undefined)[];
  readonly called: Set<Fn>;
  step(): void;
  /** How many steps are left from now on, as far as the scan's budget goes. */
  allow(steps: number): void;
  /** Whether a good part of those is taken. */
  isLong(): boolean;
  /** Does something with most of the steps that are left; undefined where those don't do. */
  mostly(body: () => Value): Value | undefined;
  /** Something that a program does as it starts was cut off. */
  isCut: boolean;
  /** Cookies and headers, as `cookie:name`, that code was seen to verify: they are credentials, whatever they are called. */
  readonly secrets: Set<string>;
  /** Functions that were seen to look at credentials. */
  readonly lookers: Set<Fn>;
  /** Places in requests and their contexts, as `express.request.member`, where the program leaves who asks. */
  readonly left: Set<string>;
  /** Places in requests and their contexts that the program writes to. */
  readonly written: Set<string>;
  /** A request was seen to change what others find: what was followed before may say too little of those. */
  isChanged: boolean;
  /** Where the program is that is followed now. */
  place: Place;
  /** Places where the server is put together by something that nobody has read. */
  readonly unread: Partial<Place>[];
  /** Files in which something raised as the server started. */
  readonly raised: string[];
  /** Places that register an endpoint under a path that only running tells. */
  readonly unclear: { readonly file: string; readonly at: number }[];
  /** Routers and views of packages that the program registers: nobody has read what they serve. */
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
  /** Each alternative starts from what holds now; what holds afterwards is any of what they leave. */
  branches<T>(alternatives: readonly (() => T)[]): readonly T[];
  /** Runs what may be left before its end; what holds afterwards is any of what held at its ways out. */
  frame(left: WayOut, body: () => void): { readonly falls: boolean };
  /** A way out of the frame around is taken here. */
  leave(by: WayOut): void;
  /** Whether what is done now to something of such an age is done in any case. */
  isSure(age: number | undefined): boolean;
  module(path: string): Module | undefined;
  /** A module in a package of Python. */
  below(module: Module, name: string): Value | undefined;
  /** The exports of a module by the name in an import; an external where it is a library's. */
  load(request: string, from: Module): Value;
  raise(value: Value): never;
  read(input: InputValue): void;
}
