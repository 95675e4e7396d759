import { it } from "vitest";
import { leaves } from "./raises.suite.ts";

/** Calls on results of other calls. A comment at the end of a signature lists the errors that leave the function. */
const sources: Readonly<Record<string, string>> = {
  "py/shop.py": `from typing import Annotated, Optional
class Missing(Exception):
    pass
class Closed(Exception):
    pass
class Item:
    @property
    def price(self):
        raise Missing("price")
    def check(self):
        raise Closed("item")
class Box:
    def __init__(self):
        self.item = Item()
    def __enter__(self):
        return self
    def __exit__(self, *rest):
        return None
    def first(self) -> "Item":
        return self.items[0]
    def named(self, name) -> Optional[Item]:
        return None
    def with_lid(self):
        self.lid = True
        return self
    @classmethod
    def of(cls, items) -> "Box":
        return cls()
async def load(name) -> Box | None:
    return None
Opened = Annotated[Box, load]
class Boxes:
    def find(self, name):
        raise Missing(name)
class Shop:
    boxes = Boxes()
`,
  "py/use.py": `from typing import Annotated
from . import shop
from .shop import Box, Item, Opened, Shop, load
class Base:
    def __init__(self, box: Box):
        self.box = box
        self.made = Box.of([])
        self.other = shop.Box()
class Shelf(Base):
    def of_base(self): # Closed
        self.box.first().check()
    def of_call(self): # Closed
        self.made.first().check()
    def of_module(self): # Closed
        self.other.item.check()
    def own(self) -> Box:
        return self.box
    def through(self): # Closed
        box = self.own()
        item = box.first()
        item.check()
    def price_of(self): # Missing
        found = self.own().first()
        return found.price
    @property
    def lid(self):
        return self.box
    def first_of_lid(self): # Closed
        self.lid.first().check()
    @property
    def itself(self):
        return self.itself
    def round(self): # (none)
        self.itself.check()
def managed(name): # Missing
    return Shop.boxes.find(name)
def other_managed(name): # (none)
    return Shop.boxes.items.find(name)
def entered(): # Closed
    with shop.Box() as box:
        box.first().check()
def chained(box: Box): # Closed
    return box.with_lid().first().check()
def perhaps(box: Box): # Closed
    item = box.named("x")
    if item:
        item.check()
async def awaited(): # Closed
    box = await load("x")
    box.first().check()
def annotated(box: Annotated[Box, "x"]): # Closed
    box.first().check()
def aliased(box: Opened): # Closed
    box.first().check()
def declared(source): # Closed
    item: Item = source.get("item")
    item.check()
def made_again(box: Box): # (none)
    item = box.first()
    item = other(item)
    item.check()
def given_back(): # (none)
    def refuse():
        raise Missing("x")
    def wrapper():
        refuse()
    return wrapper
def called_within(): # Missing
    def refuse():
        raise Missing("x")
    def wrapper():
        refuse()
    return wrapper()
`,
  "py/failing.py": `class ParseError(Exception):
    @classmethod
    def check(cls, value): # ParseError
        if not value:
            raise cls(value)
    def again(self): # ParseError
        raise self.__class__()
class TokenError(ParseError):
    pass
class Source:
    def fail(self, kind: type[ParseError] = ParseError, *rest) -> ParseError:
        return kind(self.at, *rest)
    def any(self):
        return self.errors[0]
class Parser:
    def __init__(self):
        self.source = Source()
    def fail(self, kind: type[ParseError] = ParseError) -> "ParseError":
        return self.source.fail(kind)
    def told(self): # TokenError
        raise self.fail(TokenError)
    def by_default(self): # ParseError
        raise self.fail()
    def through(self): # ParseError
        raise self.source.fail()
    def unknown(self): # (none)
        raise self.source.any()
    def expect(self) -> NoReturn: # TokenError
        raise TokenError()
    def never(self): # TokenError
        raise self.expect()
    def of_subject(self, name): # ParseError
        raise self.fail(Source)
def checked(value): # ParseError
    ParseError.check(value)
def prepared(why):
    error = TokenError(why)
    error.at = 1
    return error
def either(why):
    return TokenError(why) if why else ParseError(why)
def text_of(why):
    return TokenError(why).text
def of_variable(why): # TokenError
    raise prepared(why)
def of_either(why): # ParseError TokenError
    raise either(why)
def of_other(why): # (none)
    raise text_of(why)
class Reader:
    def child(self):
        return self.__class__()
    def read(self): # TokenError
        raise TokenError("read")
    def inner(self): # TokenError
        self.child().read()
    def inner_later(self): # TokenError
        child = self.child()
        return child.read()
`,
  "one/src/libs/base.ts": `export class Empty extends Error {}
export class Command { constructor(x: unknown) { if (!x) throw new Empty("x"); } }
`,
  "two/src/libs/base.ts": `export class Command { constructor(x: unknown) { if (!x) throw new RangeError("x"); } }
`,
  "one/src/orders/create.ts": `import { Command } from "@libs/base";
import { Command as Again } from "@app/libs/base";
import { Command as Other } from "@elsewhere/base";
export class Create extends Command {}
export function make(x) { // Empty
  return new Create(x);
}
export function again(x) { // Empty
  return new Again(x);
}
export function other(x) { // (none)
  return new Other(x);
}
export function both(x) { // Empty
  return [make(x), again(x)];
}
`,
  "shared/hosts.ts": `export function parse(host: string): void { if (!host) throw new TypeError("host"); }
`,
  "server/env.ts": `export function setting(name: string): void { throw new RangeError(name); }
`,
  "web/env.ts": `export function setting(name: string): void { throw new EvalError(name); }
`,
  "server/visits.ts": `import { parse } from "@shared/hosts";
import { setting } from "@server/env";
export function visit(host: string): void { // TypeError
  parse(host);
}
export function leave(host: string): void { // RangeError
  setting(host);
}
export function wait(): void { // (none)
  visits.push("wait");
}
export function stay(host: string): void { // (none)
  try { visit(host); } catch { wait(); }
}
`,
  "ts/failing.ts": `export class Failure extends Error {
  static check(x: unknown): void { // Failure
    if (!x) throw new this();
  }
}
export class Missing extends Failure {}
export class Broken extends Failure {}
function find(id: string): string { // Missing
  if (!id) throw new Missing(id);
  return id;
}
function fail(kind: new () => Failure): Failure { return registry.make(kind); }
export class BadInputError extends Failure {}
export function told() { // BadInputError
  throw fail(BadInputError);
}
export function said() { // Failure
  throw fail(registry.kind);
}
function prepared(why: string) {
  const error = new Missing(why);
  error.at = 1;
  return error;
}
const either = (why: string) => (why ? new Missing(why) : new Broken(why));
const extended = (why: string) => Object.assign(new Broken(why), { code: 1 });
export function ofVariable(why: string) { // Missing
  throw prepared(why);
}
export function ofEither(why: string) { // Missing Broken
  throw either(why);
}
export function ofExtended(why: string) { // Broken
  throw extended(why);
}
export function checked(x: unknown) { // Failure
  Failure.check(x);
}
export function kept(id: string) { // Missing Broken
  try { return find(id); } catch (error) {
    if (!(error instanceof Failure)) throw new Broken("x");
    throw error;
  }
}
export function looked(id: string) { // Missing Broken
  try { return find(id); } catch (error) {
    if (error instanceof Missing) log("missing");
    else if (error instanceof Broken) log("broken");
    if (!(error instanceof Failure)) throw new Broken("x");
    throw error;
  }
}
export function otherwise(id: string) { // Broken
  try { return find(id); } catch (error) {
    if (error instanceof Missing) log("missing");
    if (error instanceof Failure) return "";
    throw new Broken("x");
  }
}
export function named(id: string) { // Missing Broken
  try { return find(id); } catch (caught) {
    let error = caught;
    if (!(error instanceof Failure)) error = new Broken(error);
    log(error);
    throw error;
  }
}
export function replaced(id: string) { // Broken
  try { return find(id); } catch (caught) {
    let error = caught;
    error = new Broken(error);
    throw error;
  }
}
export function namedAndKept(id: string) { // (none)
  try { return find(id); } catch (caught) {
    const error = caught;
    return error.message;
  }
}
`,
  "ts/box.ts": `export class Missing extends Error {}
export class Closed extends Error {}
export interface Options { readonly lid: boolean; }
export class Item {
  get price(): number { throw new Missing("price"); }
  check(): void { throw new Closed("item"); }
}
export default class Box<T> {
  readonly item = new Item();
  first(): Item | undefined { return this.items[0]; }
  async named(name: string): Promise<Item | null> { return null; }
  withLid() { this.lid = true; return this; }
  static of(items: Item[]): Box<string> { return new Box(); }
  static readonly first = new Item();
}
export default interface Box<T> { readonly items: readonly T[]; }
`,
  "ts/use.ts": `import Box, { Item, Missing } from "./box.ts";
class Shelf extends Box<string> {
  constructor(given: Box<string>) { super(); this.box = given; }
  own(): Box<string> { return this.box; }
  inherited() { this.first().check(); } // Closed
  field() { this.box.first().check(); } // Closed
  through() { // Closed
    const box = this.own();
    const item = box.first();
    item?.check();
  }
  getter() { // Missing
    const found = this.own().first();
    return found.price;
  }
  get lid() { return this.box; }
  ofLid() { // Closed
    this.lid.first()?.check();
  }
  lazy() { if (this.late) return this.late; return new Item(); }
  ofLazy() { // Closed
    this.lazy().check();
  }
  apart() { // Closed
    const { box } = this;
    box.first()!.check();
  }
  alias() { // Closed
    const self = this;
    return function inner() { return 1; } && self.first().check();
  }
  all(each) { // (none)
    utils.forEach(this, (one) => one);
  }
}
export function ofItself() { // Closed
  Box.first.check();
}
export function chained(box: Box<string>) { // Closed
  return box.withLid().withLid().first().check();
}
export async function awaited(box: Box<string>) { // Closed
  (await box.named("x"))?.check();
}
export async function named(box: Box<string> | null) { // Closed
  let item;
  item = await box.named("x");
  item.check();
}
export function made() { // Closed
  new Box().first().check();
}
export function ofClass() { // Closed
  const box = Box.of([]);
  box.item.check();
}
export function declared(source) { // Closed
  const item: Item = source.get("item");
  item.check();
}
export function madeAgain(box: Box<string>) { // (none)
  let item = box.first();
  item = other(item);
  item.check();
}
export function givenBack() { // (none)
  const refuse = () => { throw new Missing("x"); };
  return function handler() { refuse(); };
}
export function calledWithin() { // Missing
  const refuse = () => { throw new Missing("x"); };
  function handler() { refuse(); }
  return handler();
}
export function otherName(given) { // Missing
  function own() { throw new Missing("x"); }
  const visit = given || own;
  visit.call(null, 1);
}
`,
};

const files = Object.keys(sources).filter((path) => / (?:#|\/\/) \S/.test(sources[path] ?? ""));

it.each(files)("knows what is called on what calls give in %s", (path) => leaves(path, sources));
