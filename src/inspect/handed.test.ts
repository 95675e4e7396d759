import { it } from "vitest";
import { leaves } from "./raises.suite.ts";

/** A comment at the end of a signature lists the errors that leave the function. */
const sources: Readonly<Record<string, string>> = {
  "ts/given.ts": `import { other } from "elsewhere";
export class GoneError extends Error {}
export class LateError extends GoneError {}
export class Sender {
  async #pass(error: unknown): Promise<never> { // (none)
    if (!(error instanceof Error)) throw error;
    return other(error);
  }
  fail(why: string, error: Error): never { // Error
    throw error;
  }
  keep(error: Error): void { // (none)
    this.last = error;
  }
  quiet(error: Error): void { // (none)
    try {
      throw error;
    } catch {
      this.last = error;
    }
  }
  async send(): Promise<void> { // GoneError
    if (this.late) await this.#pass(new GoneError());
  }
  stop(): void { // LateError
    this.fail("late", new LateError());
  }
  start(): void { // (none)
    this.fail(new LateError(), this.last);
    this.keep(new LateError());
    this.quiet(new GoneError());
    other(new GoneError());
  }
  both(): void { // GoneError
    this.keep(new GoneError());
    this.fail("gone", new GoneError());
  }
  tried(): void { // (none)
    try {
      this.fail("late", new LateError());
    } catch (error) {
      if (!(error instanceof GoneError)) throw error;
    }
  }
}
`,
  "ts/classes.ts": `export class GoneError extends Error {}
export class Late extends Error {}
export class LateError extends Error {}
type AnyError = GoneError | Error;
export function pass(why: AnyError): never { // (none)
  throw why;
}
type Made = new (why: string) => Error;
export function check(value: unknown, Failure: Made): void { // (none)
  if (!value) throw new Failure("nothing");
}
export function named(value: unknown, Failure: Made = GoneError): void { // GoneError
  if (!value) throw new Failure("nothing");
}
export function quiet(value: unknown, Failure: Made): unknown { // (none)
  try {
    check(value, Failure);
    throw new Failure("late");
  } catch {
    return new Failure("none");
  }
}
export function open(value: unknown): void { // Late
  check(value, Late);
}
export function close(value: unknown): void { // (none)
  quiet(value, Late);
  make(Late);
}
export function make(Model: Made): Error { // (none)
  return new Model("made");
}
export function assert(value: unknown, error?: Error | (() => Error)): void { // GoneError
  if (!value) throw typeof error === "function" ? error() : (error ?? new GoneError());
}
export function lazily(value: unknown): void { // GoneError Late
  assert(value, () => new Late());
}
export function atOnce(value: unknown): void { // GoneError LateError
  assert(value, new LateError());
}
export function elsewhere(value: unknown): unknown { // (none)
  return quiet(value, () => new Late());
}
export function answer(action: { failure: Made }): void { // (none)
  throw new action.failure("as it says");
}
`,
  "py/standing.py": `class SyntaxFault(Exception): pass
class Parser:
    def fail(self, message, exc: type[SyntaxFault] = SyntaxFault, other=None):  # (none)
        return exc(message)
    def end(self, exc=EOFError):  # EOFError
        raise exc("the end")
    def stop(self):  # EOFError
        self.end()
    def give(self, error=None):  # ValueError
        raise error or ValueError("nothing")
`,
  "py/given.py": `class GoneError(Exception):
    pass
class Sender:
    def fail(self, why, error): # (none)
        log(why)
        raise error from None
    def keep(self, error): # (none)
        self.last = error
    def stop(self): # GoneError
        self.fail("gone", GoneError("x"))
    def named(self): # GoneError
        self.fail(error=GoneError("x"), why="gone")
    def start(self): # (none)
        self.keep(GoneError("x"))
        self.fail(GoneError("x"), self.last)
    def tried(self): # (none)
        try:
            self.fail("gone", GoneError("x"))
        except GoneError:
            pass
`,
  "packages/core/src/errors/index.ts": `export class Denied extends Error {}
`,
  "packages/core/src/index.ts": `export * from "./errors";
export class Guard {
  check(): void {
    throw new Denied();
  }
}
`,
  "libs/box/factory.ts": `import { Guard } from "@shop/core";
import { Denied } from "@shop/core/errors";
import { Away } from "@other/core";
export class Box {
  open(): void { // Denied
    throw new Denied();
  }
}
export class Factory {
  newBox(): Box { // (none)
    return new Box();
  }
  guarded(guard: Guard): void { // Denied
    guard.check();
  }
  away(guard: Away): void { // (none)
    guard.check();
  }
  errors(): void { // (none)
    new Denied();
  }
}
`,
  "apps/web/open.ts": `import { Factory } from "@shop/box/factory";
import { make } from "elsewhere";
const factory = new Factory();
const box = factory.newBox();
const other = make().newBox();
const first = second.newBox();
const second = first.newBox();
export function open(): void { // Denied
  box.open();
}
export function opened(): void { // (none)
  other.open();
}
export function circled(): void { // (none)
  first.open();
}
export const late = () => { // Denied
  box.open();
};
`,
  "py/items.py": `from typing import Sequence
class Gone(Exception):
    pass
class Step:
    def run(self): # Gone
        raise Gone()
class Line:
    def __init__(self, steps, names):
        self.steps: list[Step] = steps
        self.more: "Sequence[Step]" = steps
        self.by: dict[str, Step] = {}
        self.names: list[str] = names
        self.plain = steps
    def each(self): # Gone
        for step in self.steps:
            step.run()
    def counted(self): # Gone
        for at, step in enumerate(self.more):
            step.run()
    def turned(self): # (none)
        for step in reversed(self.steps):
            try:
                step.run()
            except Gone:
                pass
    def keys(self): # (none)
        for step in self.by:
            step.run()
        for step in self.names:
            step.run()
        for step in self.plain:
            step.run()
    def pairs(self): # (none)
        for step, other in self.steps:
            step.run()
    def itself(self): # (none)
        self.steps.run()
    def again(self): # (none)
        for step in self.steps:
            log(step)
        for step in self.plain:
            step.run()
`,
  "ts/items.ts": `import { Base } from "elsewhere";
class Gone extends Error {}
class Step {
  run(): void { // Gone
    throw new Gone();
  }
}
class Line extends Base {
  #steps: Step[] = [];
  readonly more: readonly Step[] = [];
  private all = new Set<Step>();
  kept: Set<Step> = new Set();
  by: Map<string, Step> = new Map();
  each(): void { // Gone
    for (const step of this.#steps) step.run();
  }
  given(): void { // Gone
    this.more.forEach((step) => step.run());
  }
  one(): boolean { // Gone
    return this.kept.values().next() && [...this.kept].length > 0 && this.more.some((step) => step.run());
  }
  set(): void { // Gone
    for (const step of this.kept) step.run();
  }
  tried(): void { // (none)
    for (const step of this.kept) {
      try {
        step.run();
      } catch {
        return;
      }
    }
  }
  pairs(): void { // (none)
    for (const step of this.by) step.run();
    for (const [step] of this.more) step.run();
  }
  itself(): void { // (none)
    this.more.run();
  }
}
`,
  "ts/turned.ts": `import { other } from "elsewhere";
class ApiError extends Error {}
class Gone extends ApiError {}
class Late extends Error {}
class Broken extends ApiError {}
const gone = () => { throw new Gone(); };
const late = () => { throw new Late(); };
function wrap(error: unknown) { // (none)
  return new Broken(String(error));
}
function whole(error: unknown) { // (none)
  if (error instanceof Late) return new Broken("late");
  log(error);
  return error;
}
class Service {
  turn(name: string, error: any) { // (none)
    if (error instanceof ApiError) {
      return error;
    }
    return new Broken("unknown");
  }
  own(): void { // Gone Broken
    try {
      if (this.late) throw new Late();
      throw new Gone();
    } catch (error) {
      throw this.turn("own", error);
    }
  }
  async called(): Promise<void> { // Gone Broken
    try {
      gone();
      late();
    } catch (error) {
      log(error);
      throw await this.turn("called", error);
    }
  }
  elsewhere(): void { // Error
    try {
      gone();
    } catch (error) {
      throw other(error);
    }
  }
  wrapped(): void { // Broken
    try {
      gone();
      late();
    } catch (error) {
      throw wrap(error);
    }
  }
  whole(): void { // Gone Broken
    try {
      gone();
      late();
    } catch (error) {
      throw whole(error);
    }
  }
  first(): void { // Broken
    try {
      gone();
      late();
    } catch (error) {
      if (error instanceof ApiError) return;
      throw this.turn("first", error);
    }
  }
  again(): void { // Late Broken
    try {
      late();
      gone();
    } catch (error) {
      if (error instanceof Late) throw error;
      throw wrap(error);
    }
  }
}
`,
};

const expectedPaths = Object.keys(sources).filter((path) => sources[path]?.includes("(none)"));

it.each(expectedPaths)(
  "knows errors that are made for what throws them, what lists hold, and packages beside each other, in %s",
  (path) => leaves(path, sources),
);
