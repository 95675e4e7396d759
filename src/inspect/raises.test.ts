import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openWorkspace } from "../workspace/index.ts";
import { openIndex } from "./index.ts";
import { clock, leaves } from "./raises.suite.ts";

/** A comment at the end of a signature lists the errors that leave the function. */
const sources: Readonly<Record<string, string>> = {
  "py/errors.py": `class AppError(Exception):
    pass
class NotFound(AppError, LookupError):
    pass
class Refused(AppError):
    def __init__(self, why):
        if not why:
            raise ValueError("why")
        super().__init__(why)
def make_error(kind):
    return NotFound(kind)
def not_found(name):
    raise NotFound(name)
`,
  "py/a.py": `import contextlib
from . import errors
from .errors import AppError, NotFound, Refused, make_error, not_found
def reraise(x):  # NotFound
    try:
        not_found(x)
    except NotFound as e:
        log(e)
        raise e
class Matcher:
    def match(self, x):  # NotFound
        not_found(x)
    def case(self, x):  # NotFound
        return self.match(x)
def given_anyway(x):  # (none)
    try:
        not_found(x)
    finally:
        log(x)
        return 1
def tidied(x):  # NotFound
    try:
        not_found(x)
    finally:
        log(x)
def gathered(x):  # (none)
    return asyncio.gather(not_found(x), return_exceptions=True)
def gathered_strictly(x):  # NotFound
    return asyncio.gather(not_found(x))
async def left_to_itself(self, x):  # (none)
    asyncio.create_task(not_found(x))
    self.task = asyncio.create_task(not_found(x))
async def waited_for_later(self, x):  # NotFound
    self.task = asyncio.create_task(not_found(x))
    await self.task
async def waited_for(x):  # NotFound
    task = asyncio.create_task(not_found(x))
    await task
def ordered(xs):  # NotFound
    return sorted(xs, key=lambda x: not_found(x))
def reraise_bare(x):  # NotFound
    try:
        not_found(x)
    except AppError:
        raise
def converted_parent(x):  # Refused ValueError
    try:
        not_found(x)
    except LookupError:
        raise Refused("no")
def second_base(x):  # (none)
    try:
        not_found(x)
    except LookupError:
        return None
def wrong_handler(x):  # NotFound
    try:
        not_found(x)
    except ValueError:
        return None
def in_finally(x):  # KeyError NotFound
    try:
        not_found(x)
    finally:
        if x:
            raise KeyError(x)
def in_else(x):  # TypeError
    try:
        y = int(x)
    except ValueError:
        y = 0
    else:
        raise TypeError("else")
def suppressed_dotted(x):  # (none)
    with contextlib.suppress(errors.NotFound, KeyError):
        errors.not_found(x)
def via_module(x):  # NotFound
    return errors.not_found(x)
def factory(x):  # NotFound
    raise make_error(x)
def variable_of_factory(x):  # NotFound
    error = make_error(x)
    raise error
def conditional(x):  # KeyError ValueError
    raise KeyError(x) if x else ValueError(x)
def tuple_var(x):  # Refused ValueError
    try:
        not_found(x)
        raise Refused("b")
    except NotFound:
        pass
def nested_caught(x):  # ValueError
    try:
        try:
            not_found(x)
        except NotFound:
            raise Refused("inner")
    except Refused:
        pass
def inner_called(x):  # KeyError
    def go(y):
        raise KeyError(y)
    return go(x)
def inner_returned(x):  # (none)
    def go(y):
        raise KeyError(y)
    return go
def lam(x):  # (none)
    return lambda: not_found(x)
def comp(x):  # NotFound
    return [not_found(i) for i in x]
def exc_exit(x):  # SystemExit
    try:
        raise SystemExit(1)
    except Exception:
        pass
def match_it(x):  # KeyError NotFound
    match x:
        case 1:
            raise KeyError(x)
        case _:
            not_found(x)
def stored_reraise(x):  # NotFound
    saved = None
    try:
        not_found(x)
    except NotFound as e:
        saved = e
    if saved:
        raise saved
def group(x):  # ExceptionGroup
    raise ExceptionGroup("many", [NotFound(x)])
class Base:
    def __init__(self, n):
        if n < 0:
            raise ValueError(n)
        self.n = n
    def hook(self):
        raise NotImplementedError
    @property
    def size(self):
        if not self.n:
            raise LookupError("n")
        return self.n
    @size.setter
    def size(self, v):
        if v < 0:
            raise OverflowError(v)
        self.n = v
    @classmethod
    def of(cls, n):  # ValueError
        return cls(n)
    @staticmethod
    def check(n):
        raise ArithmeticError(n)
    def __enter__(self):
        raise BlockingIOError
    def __exit__(self, *a): pass
    def __getitem__(self, k):
        raise IndexError(k)
class Child(Base):
    def __init__(self, n):  # ValueError TypeError
        super().__init__(n)
        if n > 9:
            raise TypeError(n)
    def read(self):  # LookupError
        return self.size
    def write(self, v):  # OverflowError
        self.size = v
    def use_static(self):  # ArithmeticError
        Base.check(1)
        return self.check(2)
    def hook(self):  # (none)
        return 1
    def run(self):  # (none)
        return self.hook()
def makes(n):  # TypeError ValueError
    return Child(n)
def of_type(b: Base):  # LookupError
    return b.size
def entering(n):  # BlockingIOError ValueError
    with Base(n) as b:
        return b
`,
  "py/texts.py": `class Torn(Exception): pass
class Page:
    def number(self):
        raise Torn
    def title(self):  # Torn
        return f"{self.number():03} of {self.count}"
    def words(self):  # (none)
        return "{self.number()}" + f"{{self.number()}} {self.number}"
    def kept(self):  # (none)
        try:
            return f"{self.number()!r:>{self.width}}"
        except Torn:
            return ""
def traced():  # Torn
    try:
        read()
    except OSError as error:
        torn = Torn(error)
        raise torn.with_traceback(error.__traceback__)
`,
  "py/keyed.py": `class Sealed(Exception): pass
class Box:
    def __getitem__(self, key):
        raise KeyError(key)
    def __setitem__(self, key, value):
        raise Sealed(key)
    def __delitem__(self, key):
        raise TypeError(key)
    def fill(self, values):  # Sealed
        for key in values:
            self[key] = values[key]
    def clear(self, key):  # TypeError
        del self[key]
    def first(self):  # KeyError
        return self["first"]
def read(box: Box, other: dict):  # KeyError
    return other["a"] if other else box["a"]
def write(box: Box):  # Sealed
    box["a"] = box == None
def tried(box: Box):  # (none)
    try:
        return box["a"]
    except LookupError:
        return None
def made():  # TypeError
    box = Box()
    del box["a"]
`,
  "py/guards.py": `import functools
from contextlib import asynccontextmanager, contextmanager, suppress
from .errors import AppError, NotFound, Refused
def quiet(f):
    @functools.wraps(f)
    def inner(*args):
        try:
            return f(*args)
        except AppError:
            return None
    return inner
def instead(*types, value=None):
    def decorate(f):
        def inner(*args):
            try:
                return f(*args)
            except types:
                return value
        return inner
    return decorate
def allowed(role):
    def decorate(f):
        def inner(user, *args):
            if user.role != role:
                raise PermissionError(role)
            return f(user, *args)
        return inner
    return decorate
class Ended:
    def __call__(self, f):
        async def inner(*args):
            try:
                return await f(*args)
            except NotFound as e:
                raise EOFError from e
        return inner
class Hushed:
    def __exit__(self, kind, error, trace):
        return True
class HushedFor:
    def __init__(self, *kinds):
        self.kinds = kinds
    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.kinds)
class Turned:
    def __exit__(self, kind, error, trace):
        if isinstance(error, NotFound):
            raise EOFError from error
        return False
class Timed:
    def __exit__(self, *all):
        self.done = True
@contextmanager
def translated():
    try:
        yield
    except KeyError as e:
        raise Refused("no") from e
@asynccontextmanager
async def session():
    try:
        yield
    except NotFound:
        raise
    except Exception as e:
        raise EOFError from e
class missing(suppress):
    def __init__(self):
        super().__init__(NotFound)
def again(work, times=3):
    for _ in range(times):
        try:
            return work()
        except NotFound:
            continue
    raise TimeoutError
def twice(work):
    return [work(), work()]
`,
  "py/guarded.py": `from .errors import AppError, Refused, not_found
from .errors import NotFound as Gone
from .guards import Ended, Hushed, HushedFor, Timed, Turned
from .guards import again, allowed, instead, missing, quiet, session, translated, twice
BOTH = (Gone, KeyError)
GONE = Refused("gone")
@quiet
def decorated(x):  # (none)
    not_found(x)
@quiet
def decorated_for_others(x):  # ValueError
    not_found(x)
    raise ValueError(x)
@instead(Gone, value=1)
def decorated_with(x):  # KeyError
    not_found(x)
    raise KeyError(x)
@allowed("admin")
def decorated_raising(x):  # NotFound PermissionError
    not_found(x)
@Ended()
async def decorated_by_object(x):  # EOFError
    not_found(x)
@unknown
def decorated_by_others(x):  # NotFound
    not_found(x)
def hushed(x):  # (none)
    with Hushed():
        not_found(x)
def hushed_for(x):  # KeyError
    with HushedFor(Gone):
        not_found(x)
        raise KeyError(x)
def turned(x):  # EOFError KeyError
    with Turned():
        not_found(x)
        raise KeyError(x)
def timed(x):  # NotFound
    with Timed():
        not_found(x)
def in_translated(x):  # NotFound Refused ValueError
    with translated():
        not_found(x)
        raise KeyError(x)
async def in_session(x):  # EOFError NotFound
    async with session() as s:
        not_found(x)
        raise KeyError(x)
def in_missing(x):  # KeyError
    with missing(), open(x):
        not_found(x)
        raise KeyError(x)
def under_another_name(x):  # (none)
    try:
        not_found(x)
    except Gone:
        pass
def named_together(x):  # ValueError
    try:
        not_found(x)
        raise KeyError(x)
        raise ValueError(x)
    except BOTH:
        pass
def held(x):  # Refused
    raise GONE
def looked_up(x):  # (none)
    raise ERRORS[x]("no")
def either(x):  # IndexError KeyError
    kind = IndexError if x else KeyError
    raise kind(x)
def some_again(x):  # NotFound ValueError
    try:
        not_found(x)
        raise Refused("no")
    except AppError as e:
        if isinstance(e, Gone):
            raise e
        return None
def all_but(x):  # NotFound OSError
    try:
        not_found(x)
        raise KeyError(x)
    except Gone:
        raise
    except Exception as e:
        raise OSError from e
def tried_again(x):  # TimeoutError
    return again(lambda: not_found(x))
def named_again(x):  # KeyError TimeoutError
    def attempt():
        not_found(x)
        raise KeyError(x)
    return again(work=attempt)
def done_twice(x):  # NotFound
    return twice(lambda: not_found(x))
def given_away(x):  # (none)
    return later(lambda: not_found(x))
class Shop:
    extra: Stock
    def __init__(self, stock: "Stock"):
        self.stock = stock
    def take(self, x):  # NotFound
        return self.stock.take(x)
    def more(self, x):  # NotFound
        return self.extra.take(x)
class Stock:
    def take(self, x):  # NotFound
        not_found(x)
class Kept(Generic[T]):
    code: "Coding"
    def open(self, x):  # (none)
        return self.code.read(x)
    def load(self, x):  # NotFound
        last = None
        try:
            not_found(x)
        except Gone as e:
            last = e
        raise cast(NotFound, last)
class KeptLonger(Kept[str]):
    def both(self, x):  # NotFound
        return self.load(x)
class Coding:
    def read(self, x):  # NotImplementedError
        raise NotImplementedError
`,
  "lib/src/kit/__init__.py": `from ._core import Broken, run
`,
  "lib/src/kit/_core.py": `class Broken(Exception):
    pass
def run(x):
    raise Broken(x)
`,
  "lib/src/kit/cli.py": `import kit
from kit import Broken, run
def by_name(x):  # Broken
    run(x)
def by_module(x):  # Broken
    kit.run(x)
def caught(x):  # (none)
    try:
        run(x)
    except Broken:
        return None
class Command:
    def run(self, x):  # Broken
        run(x)
`,
  "ts/errors.ts": `export class AppError extends Error {}
export class NotFound extends AppError {}
export class Refused extends AppError {
  constructor(why: string) {
    if (!why) throw new RangeError("why");
    super(why);
  }
}
export function makeError(kind: string) { return new NotFound(kind); }
export const notFound = (name: string): never => { throw new NotFound(name); };
export function assertOk(x: unknown): asserts x { if (!x) throw new Refused("no"); }
export const Errors = { gone(id: string) { return new NotFound(id); }, refuse: (w: string) => new Refused(w) };
`,
  "ts/a.ts": `import * as errors from "./errors.ts";
import { AppError, NotFound, Refused, makeError, notFound, assertOk, Errors } from "./errors.ts";
export function conditionalRethrow(x) { // (none)
  try { return notFound(x); } catch (e) { if (e instanceof TypeError) throw e; return null; }
}
export function givenAnyway(x) { // (none)
  try { return notFound(x); } finally { return 1; }
}
export function tidied(x) { // NotFound
  try { return notFound(x); } finally { console.log(x); }
}
export function selective(x) { // (none)
  try { return notFound(x); } catch (e) { if (!(e instanceof NotFound)) throw e; return null; }
}
export function selective2(x) { // (none)
  try { return notFound(x); } catch (e) { if (e instanceof AppError) return null; throw e; }
}
export function converted(x) { // Refused RangeError
  try { return notFound(x); } catch (cause) { throw new Refused("x", { cause }); }
}
export function tryFinally(x) { // NotFound
  try { return notFound(x); } finally { done(); }
}
export function viaModule(x) { // NotFound
  return errors.notFound(x);
}
export function factory(x) { // NotFound
  throw makeError(x);
}
export function factoryObject(x) { // NotFound
  throw Errors.gone(x);
}
export function factoryArrow(x) { // Refused RangeError
  throw Errors.refuse(x);
}
export function variableOfFactory(x) { // NotFound
  const error = makeError(x); throw error;
}
export function conditional(x) { // NotFound TypeError
  throw x ? new NotFound(x) : new TypeError("x");
}
export function assigned(x) { // NotFound
  throw Object.assign(new NotFound(x), { status: 404 });
}
export function asserted(x) { // Refused RangeError
  assertOk(x); return x;
}
async function load(x) { // NotFound
  if (!x) throw new NotFound(x); return x;
}
export async function caughtLater(x) { // (none)
  return load(x).catch(() => null);
}
export async function thenCaught(x) { // (none)
  return load(x).then((y) => y, () => null);
}
export async function caughtConverted(x) { // TypeError
  return load(x).catch((e) => { throw new TypeError("x"); });
}
export async function allAsync(xs) { // NotFound
  await Promise.all(xs.map(async (x) => { await load(x); }));
}
export async function settled(xs) { // (none)
  return Promise.allSettled(xs.map((x) => load(x)));
}
export function* generator(xs) { // TypeError
  for (const x of xs) { if (!x) throw new TypeError("x"); yield x; }
}
export function usesGenerator(xs) { // TypeError
  for (const x of generator(xs)) use(x);
}
export function newPromise(x) { // TypeError
  return new Promise((resolve, reject) => { if (!x) reject(new TypeError("x")); else resolve(x); });
}
export function callback(x) { // (none)
  setTimeout(() => { throw new NotFound(x); }, 10);
}
export function nowCallback(xs) { // NotFound
  xs.forEach((x) => { if (!x) throw new NotFound(x); });
}
export function mapRef(xs) { // NotFound
  return xs.map(notFound);
}
export function innerReturned(x) { // (none)
  function go(y) { throw new TypeError(y); }
  return go;
}
export function nestedCaught(x) { // (none)
  try { try { notFound(x); } catch { throw new Refused("i"); } } catch { return null; }
}
export class Base {
  #n = 0;
  constructor(n: number) { // RangeError
    if (n < 0) throw new RangeError("n");
    this.#n = n;
  }
  get size() { // TypeError
    if (!this.#n) throw new TypeError("n"); return this.#n;
  }
  set limit(v) { // SyntaxError
    if (v < 0) throw new SyntaxError("v"); this.l = v;
  }
  static of(n: number) { // RangeError
    return new this(n);
  }
  static make(n: number) { // RangeError
    return new Base(n);
  }
  hook() { // EvalError
    throw new EvalError("left to others");
  }
  #own() { // URIError
    throw new URIError("x");
  }
  usesOwn() { // URIError
    this.#own();
  }
  handle = async (x) => { // NotFound
    await load(x);
  };
}
export class Child extends Base {
  constructor(n: number) { // RangeError NotFound
    super(n);
    if (n > 9) notFound("n");
  }
  read() { // TypeError
    return this.size;
  }
  write(v) { // SyntaxError
    this.limit = v;
  }
  up() { // EvalError
    return super.hook();
  }
  usesHandle(x) { // NotFound
    return this.handle(x);
  }
}
export function makes(n) { // RangeError NotFound
  return new Child(n);
}
export function ofType(b: Base) { // TypeError
  return b.size;
}
`,
  "src/guards.ts": `import { NotFound } from "../ts/errors.ts";
export async function again<T>(work: () => Promise<T>, times = 3): Promise<T> {
  for (let i = 0; i < times; i++) {
    try { return await work(); } catch (e) { if (!(e instanceof NotFound)) throw e; }
  }
  throw new EvalError("again");
}
export function twice(work: () => void): void { work(); work(); }
export async function within(work: (tx: object) => Promise<void>) {
  try { await work({}); } catch (e) { roll(); throw e; }
}
export async function settle<T>(given: Promise<T>) {
  try { return [null, await given]; } catch (e) { return [e]; }
}
export const outcome = (given: Promise<unknown>) => given.then((value) => ({ value })).catch((error) => ({ error }));
export async function timed<T>(given: Promise<T>) { const one = await given; return one; }
export const handled = (run) => (request, response, next) => Promise.resolve(run(request)).catch(next);
export const counted = (run) => (...all) => { count += 1; if (!all.length) throw new RangeError("none"); return run(...all); };
export function convert(error: unknown): never { throw new URIError(String(error)); }
export const GONE = new NotFound("gone");
`,
  "ts/guarded.ts": `import { AppError, NotFound, Refused, notFound } from "./errors.ts";
import { GONE, again, convert, counted, handled, outcome, settle, timed, twice, within } from "@/guards";
async function load(x) { // NotFound
  if (!x) throw new NotFound(x); return x;
}
export async function triedAgain(x) { // EvalError
  return again(() => load(x));
}
export async function triedAgainByName(x) { // EvalError TypeError
  const attempt = async () => { if (x > 1) throw new TypeError("x"); return load(x); };
  const found = await again(attempt);
  return found;
}
export function doneTwice(x) { // NotFound
  twice(() => { notFound(x); });
}
export function doneElsewhere(x) { // (none)
  elsewhere(() => { notFound(x); throw new TypeError("x"); });
}
export async function inTransaction(x) { // NotFound SyntaxError
  await within(async (tx) => { await load(x); if (tx) throw new SyntaxError("tx"); });
}
export async function settledByHand(x) { // (none)
  const [error, value] = await settle(load(x));
}
export async function settledByChain(x) { // (none)
  return (await outcome(load(x))).error;
}
export async function timedOnly(x) { // NotFound
  return await timed(load(x));
}
export const handler = handled(async (request) => { // (none)
  await load(request.id);
  throw new TypeError("x");
});
export const counting = counted((x) => { // NotFound RangeError
  notFound(x);
});
export const others = unknown(async (x) => { // NotFound
  await load(x);
});
export async function convertedByName(x) { // URIError
  return load(x).catch(convert);
}
export async function filtered(x) { // NotFound
  try { return await load(x); } catch (e) { if (!(e instanceof NotFound)) return null; throw e; }
}
export function filteredTwice(x) { // NotFound Refused SyntaxError
  try { notFound(x); if (x) throw new Refused("a"); throw new TypeError("b"); }
  catch (e) { if (e instanceof NotFound) throw e; if (e instanceof AppError) throw e; throw new SyntaxError("c"); }
}
export function filteredByName(x) { // TypeError
  try { notFound(x); if (x) throw new TypeError("b"); }
  catch (e) { if (e.name === "NotFound") { log(e); return null; } throw e; }
}
export function loggedOnly(x) { // NotFound
  try { notFound(x); } catch (e) { if (e instanceof NotFound) log(e); throw e; }
}
export function loggedOthers(x) { // NotFound TypeError
  try { notFound(x); if (x) throw new TypeError("b"); } catch (e) { if (!(e instanceof NotFound)) log(e); throw e; }
}
export function loggedEach(x) { // NotFound
  try { notFound(x); } catch (e) { ${Array.from({ length: 40 }, (_, i) => `if (e instanceof E${i}) log(e);`).join(" ")} throw e; }
}
export async function keptForLater(xs) { // NotFound
  let last;
  for (const x of xs) { try { return await load(x); } catch (e) { last = e; } }
  throw last;
}
export function chosen(x) { // RangeError TypeError
  const error = x ? new TypeError("x") : new RangeError("x");
  throw error;
}
export function chosenLater(x) { // RangeError TypeError
  let error = new TypeError("x");
  if (x) error = new RangeError("x");
  throw error;
}
export function madeInAList(xs) { // SyntaxError
  xs[0] = new Date(); xs[1] = new URL("x");
  throw new SyntaxError("x");
}
export function held() { // NotFound
  throw GONE;
}
export const shared = new Limited();
export function bySharedObject(v) { // TypeError
  return shared.read(v);
}
export class Holding {
  constructor() { this.limited = new Limited(); }
  read(v) { // TypeError
    return this.limited.read(v);
  }
}
export class Limited {
  read(v) { // TypeError
    return this.limit;
  }
  get limit() { // TypeError
    if (!this.l) throw new TypeError("l"); return this.l;
  }
  set limit(v) {
    if (v < 0) throw new SyntaxError("v"); this.l = v;
  }
  raise() { // SyntaxError
    this.limit = 9;
  }
}
`,
  "js/errors.js": `class Gone extends Error {
  constructor(id) { if (!id) throw new RangeError("id"); super(id); }
}
module.exports = Gone;
`,
  "js/find.js": `const Gone = require("./errors");
exports.find = (id) => { throw new Gone(id); };
exports.seek = (id) => exports.find(id);
`,
  "js/index.js": `exports.finding = require("./find");
module.exports.errors = require("./errors");
`,
  "js/handled.js": `module.exports = (run) => (request, next) => Promise.resolve(run(request)).catch(next);
`,
  "js/use.js": `const { finding } = require("./index");
const all = require("./find");
const handled = require("./handled");
const { find } = all;
function through(id) { // Gone RangeError
  return finding.find(id);
}
function taken(id) { // Gone RangeError
  return find(id);
}
function whole(id) { // Gone RangeError
  return all.find(id);
}
exports.show = handled(async (request) => { // (none)
  find(request.id);
});
`,
  "go/store.go": `package shop

import "errors"

var ErrGone = errors.New("gone")

type Repo struct{ n int }

func (r *Repo) Load(id string) (int, error) {
	if id == "" {
		return 0, ErrGone
	}
	must(id)
	return r.n, nil
}

func must(id string) {
	if id == "x" {
		panic("x is not allowed here")
	}
}
`,
  "go/cart.go": `package shop

type Cart struct{ repo *Repo }

func (c *Cart) Total(id string) (int, error) { // ErrGone panic
	n, err := c.repo.Load(id)
	if err != nil {
		return 0, err
	}
	return n * 2, nil
}

func (c *Cart) Quiet(id string) int { // panic
	n, err := c.repo.Load(id)
	if err != nil {
		return 0
	}
	return n
}

func (c *Cart) Known(id string) (int, error) { // panic
	n, err := c.repo.Load(id)
	if errors.Is(err, ErrGone) {
		return -1, nil
	}
	if err != nil {
		return 0, err
	}
	return n, nil
}

func (c *Cart) Safe(id string) (err error) { // (none)
	defer func() {
		if r := recover(); r != nil {
			err = nil
		}
	}()
	must(id)
	return nil
}
`,
  "java/Repo.java": `package shop;
public class Repo {
  public Repo(int n) { if (n < 0) throw new IllegalArgumentException("n is negative"); }
  public Item find(String id) throws GoneException {
    if (id == null) throw new NullPointerException("id is missing");
    throw new GoneException(id);
  }
}
`,
  "java/Token.java": `package shop;
public class Token {
  protected Token() { if (later()) throw new IllegalStateException("made without a type"); }
  public Token(Type type) { if (type == null) throw new NullPointerException(); }
}
`,
  "java/Cart.java": `package shop;
public class Cart {
  private final Repo repo = new Repo(1);
  public Item first(String id) throws GoneException { // GoneException NullPointerException
    return repo.find(id); 
  }
  public void each(List<String> ids) { // IllegalStateException
    ids.forEach(id -> { if (id == null) throw new IllegalStateException("id"); });
  }
  public Runnable later(List<String> ids) { // (none)
    return () -> { throw new IllegalStateException("id"); };
  }
  public Item some(Optional<Item> item) { // GoneException
    return item.orElseThrow(() -> new GoneException("x"));
  }
  public Item other(Optional<Item> item) { // GoneException
    return item.orElseThrow(GoneException::new);
  }
  public Item quiet(String id) { // NullPointerException
    try { return repo.find(id); } catch (GoneException e) { return null; }
  }
  public Token token(Type type) { // (none)
    return new Token(type);
  }
  public Repo make(int n) { // IllegalArgumentException
    return new Repo(n);
  }
  public Item all(String id) { // IllegalStateException
    try { return repo.find(id); } catch (Exception e) { throw new IllegalStateException("can't be read", e); }
  }
}
`,
  "src/store.rs": `pub enum StoreError { Gone, Bad }
pub struct Repo { n: u32 }
impl Repo {
    pub fn load(&self, id: &str) -> Result<u32, StoreError> {
        if id.is_empty() { return Err(StoreError::Gone); }
        Ok(self.n)
    }
}
`,
  "src/failure.rs": `use std::io;
pub enum Failure { Store(StoreError), Io(io::Error), Short }
pub type Result<T, E = Failure> = std::result::Result<T, E>;
pub type Any = Box<dyn std::error::Error>;
`,
  "src/alias.rs": `use crate::failure::{Any, Failure, Result};
use crate::store::{Repo, StoreError};
pub struct Shop { repo: Repo }
impl Shop {
    pub fn own(&self, id: &str) -> Result<u32> { // Failure Failure::Short
        if id.len() < 2 { return Err(Failure::Short); }
        Ok(self.repo.load(id)?)
    }
    pub fn through(&self, id: &str) -> crate::failure::Result<u32> { // Failure Failure::Short
        self.own(id)
    }
    pub fn other(&self, id: &str) -> Result<u32, StoreError> { // StoreError::Gone
        self.repo.load(id)
    }
    pub fn any(&self, id: &str) -> Result<u32, Any> { // StoreError::Gone
        Ok(self.repo.load(id)?)
    }
    pub fn boxed(&self, id: &str) -> Result<u32, Box<dyn std::error::Error>> { // StoreError::Gone
        Ok(self.repo.load(id)?)
    }
    pub fn file(&self, id: &str) -> std::io::Result<u32> { // io::Error
        if id.is_empty() { return Err(std::io::Error::new(std::io::ErrorKind::Other, "no id")); }
        Ok(1)
    }
    pub fn wrapped(&self, id: &str) -> Result<u32> { // Failure
        Ok(self.file(id)?)
    }
    pub fn generic<S: Source>(&self, source: S) -> Result<u32, S::Error> { // StoreError::Gone
        Ok(self.repo.load("a")?)
    }
}
`,
  "src/lib.rs": `use crate::store::{Repo, StoreError};
pub struct Cart { repo: Repo }
impl Cart {
    pub fn total(&self, id: &str) -> Result<u32, StoreError> { // StoreError::Gone
        let n = self.repo.load(id)?;
        Ok(n * 2)
    }
    pub fn quiet(&self, id: &str) -> u32 { // (none)
        self.repo.load(id).unwrap_or(0)
    }
    pub fn tail(&self, id: &str) -> Result<u32, StoreError> { // StoreError::Gone
        self.repo.load(id)
    }
    pub fn checked(&self, id: &str) -> u32 { // panic
        assert!(!id.is_empty(), "no id");
        1
    }
    pub fn calls_checked(&self, id: &str) -> Option<u32> { // panic
        Some(self.checked(id))
    }
    pub fn other(&self, id: &str) -> Result<u32, String> { // Err
        self.repo.load(id).map_err(|e| format!("no such id: {e:?}"))
    }
}
`,
};

const files = Object.keys(sources).filter((path) => / (?:#|\/\/) \S/.test(sources[path] ?? ""));

it.each(files)("knows what leaves the functions of %s", (path) => leaves(path, sources));

it("tells a caller of thousands of functions of some errors of each type, and of every type", async () => {
  const base = await mkdtemp(join(tmpdir(), "antiphon-raises-"));
  const steps = Array.from(
    { length: 3000 },
    (_, i) =>
      `export function step${i}(x) { if (x === ${i}) throw new RangeError("${i}"); return step${i + 1}(x); }\n`,
  );
  await mkdir(join(base, "root"));
  await writeFile(
    join(base, "root/chain.js"),
    `${steps.join("")}export function step3000(x) { if (!x) throw new TypeError("x"); return x; }\n`,
  );
  const index = await openIndex(
    await openWorkspace(join(base, "root"), { state: join(base, "state"), clock }),
  );
  const raised = index.symbols.slice(0, 2).map((symbol) => index.raises(symbol).map(({ type }) => type));
  for (const types of raised) {
    expect(new Set(types)).toEqual(new Set(["RangeError", "TypeError"]));
    expect(types.length).toBeLessThan(200);
  }
});
