import { it } from "vitest";
import { leaves } from "./raises.suite.ts";

/** A comment at the end of a head says what leaves the function. */
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
};

const told = Object.keys(sources).filter((path) => sources[path]?.includes("(none)"));

it.each(told)(
  "knows errors that are made for what throws them, and packages beside each other, in %s",
  (path) => leaves(path, sources),
);
