import { it } from "vitest";
import { leaves } from "./raises.suite.ts";

/** A comment at the end of a signature lists the errors that leave the function. */
const sources: Readonly<Record<string, string>> = {
  "later.ts": `export class Late extends Error {}
export class Lost extends Error {}
export function timed(): Promise<void> { // Late
  return new Promise((resolve, fail) => { setTimeout(() => fail(new Late()), 5); });
}
export function heard(socket: Socket): Promise<void> { // Late Lost
  return new Promise((resolve, reject) => {
    const stop = () => { reject(new Late()); };
    socket.once("end", stop);
    socket.on("error", () => { socket.off("end", stop); reject(new Lost()); });
  });
}
export async function taken(socket: Socket) { // (none)
  try { await new Promise((_, reject) => { socket.on("error", () => reject(new Lost())); }); } catch { return ""; }
}
export function handed(socket: Socket): Promise<void> { // Lost
  try { return new Promise((_, reject) => { socket.on("error", () => reject(new Lost())); }); } catch { return x; }
}
export function others(socket: Socket): void { // (none)
  socket.on("error", () => socket.fail(new Lost()));
}
export function innermost(socket: Socket): Promise<void> { // Late
  return new Promise((resolve, reject) => {
    socket.on("open", () => {
      new Promise((_, fail) => { setTimeout(() => fail(new Lost()), 5); }).catch(() => {});
      reject(new Late());
    });
  });
}
`,
  "given.ts": `export class Missing extends Error {}
export class Refused extends Error { static isRefused(x: unknown): boolean { return x instanceof Refused; } }
class Repo {
  async find(id: string) { // Missing
    if (!id) throw new Missing(id);
    return id;
  }
  same(id: string) { // Missing
    if (!id) throw new Missing(id);
    return id;
  }
}
const repo = new Repo();
function promised(id: string): Promise<string> { // Missing
  if (!id) throw new Missing(id);
  return Promise.resolve(id);
}
export async function givenBack(id: string) { // Missing
  try { return repo.find(id); } catch { return ""; }
}
export async function awaited(id: string) { // (none)
  try { return await repo.find(id); } catch { return ""; }
}
export async function atOnce(id: string) { // (none)
  try { return repo.same(id); } catch { return ""; }
}
export async function byType(id: string) { // Missing
  try { return promised(id); } catch { return ""; }
}
export async function either(id: string) { // Missing
  try { return id ? repo.find(id) : ""; } catch { return ""; }
}
export async function both(id: string) { // Missing
  try { await repo.find(id); return repo.find(id); } catch { return ""; }
}
export async function chained(id: string) { // Missing
  try { return repo.find(id).then((x) => x.length); } catch { return 0; }
}
export async function joined(id: string) { // Missing
  try { return Promise.all([repo.find(id), repo.find(id)]); } catch { return []; }
}
export async function endedThere(id: string) { // (none)
  try { return repo.find(id).catch(() => ""); } catch { return ""; }
}
export async function within(id: string) { // (none)
  try { const inner = async () => { return repo.find(id); }; return await inner(); } catch { return ""; }
}
export async function rejected(id: string) { // Missing
  try { return Promise.reject(new Missing(id)); } catch { return ""; }
}
export async function outerTakes(id: string) { // Missing
  try { try { return repo.find(id); } catch { return ""; } } catch { return ""; }
}
export async function again(id: string) { // Missing
  return repo.find(id).catch((error) => { log(error); throw error; });
}
export async function againAsPromise(id: string) { // Missing
  return repo.find(id).catch((error) => Promise.reject(error));
}
export async function turned(id: string) { // Refused
  return repo.find(id).then((x) => x, () => { throw new Refused(id); });
}
export async function oneTaken(id: string) { // (none)
  return repo.find(id).catch((error) => { if (error instanceof Missing) return ""; throw error; });
}
export async function otherTaken(id: string) { // Missing
  return repo.find(id).catch((error) => { if (Refused.isRefused(error)) return ""; throw error; });
}
export function intoGenerator(steps: Generator) { // Refused
  steps.throw(new Refused("x"));
}
export function throwsInstead(id: string) { // Refused
  try { repo.same(id); } finally { throw new Refused(id); }
}
`,
  "tables.ts": `import { Missing, Refused } from "./given.ts";
const errors = { missing: Missing, refused: Refused };
const fixed = Object.freeze({ missing: Missing, refused: Refused } as const);
const api = {
  get(id: string) { if (!id) throw new Missing(id); return id; },
  all: { drop(id: string) { throw new Refused(id); } },
};
export function byKey(kind: "missing" | "refused") { // Missing Refused
  throw new errors[kind]("x");
}
export function byName(id: string) { // Refused
  throw new errors.refused("x");
}
export function byText(id: string) { // Missing
  throw new fixed["missing"]("x");
}
export function byVariable(kind: "missing", other: boolean) { // Missing Refused
  const Kind = other ? Refused : fixed[kind];
  throw new Kind("x");
}
export function byOtherName(id: string) { // Missing
  const Failure = Missing;
  throw new Failure(id);
}
export function ofObject(id: string) { // Missing
  return api.get(id);
}
export function ofInner(id: string) { // Refused
  return api.all.drop(id);
}
export function ofObjectCaught(id: string) { // (none)
  try { return api.get(id); } catch { return ""; }
}
`,
  "made.ts": `export class Missing extends Error {}
function check(options: object) { if (!options) throw new TypeError("options"); return options; } // TypeError
export function either(arity: number, body: Function) { // RangeError
  switch (arity) {
    case 0:
      throw new RangeError("arity");
    default:
      return (...all: unknown[]) => { if (all.length > 9) throw new SyntaxError("too many"); return body(...all); };
  }
}
export const found = either(2, (id: string) => { // Missing SyntaxError
  if (!id) throw new Missing(id);
});
export const plain = either(2, (id: string) => id); // SyntaxError
export const kept = other(check({}), (id: string) => { if (!id) throw new Missing(id); }); // Missing
export function kind(x: unknown): string { // Error
  switch (typeof x) {
    case "string":
      return "text";
    default:
      throw new Error(\`BUG: unhandled \${typeof x}\`);
  }
}
export function kinds(all: unknown[]) { return all.map(kind); } // (none)
export const each = [1, 2].map((id) => { if (!id) throw new Missing(); return id; }); // (none)
`,
  "tables.py": `class Missing(Exception):
    pass
class Refused(Exception):
    pass
KINDS = {
    "missing": Missing,  # not there
    "refused": Refused,
}
CODES: dict[int, type[Exception]] = {404: Missing}
LIMITS = {"low": 1}
class Store:
    def get(self, key):  # Missing
        raise Missing(key)
store = Store()
def by_kind(kind):  # Missing Refused
    raise KINDS[kind]("x")
def by_key(x):  # Refused
    raise KINDS["refused"]
def by_default(code):  # Missing Refused
    raise CODES.get(code, Refused)("x")
def by_variable(code):  # Missing
    kind = CODES.get(code)
    raise kind("x")
def in_brackets(x):  # Missing Refused
    raise (Missing if x else Refused)("x")
def no_error(x):  # (none)
    raise LIMITS[x]
def of_module(key):  # Missing
    return store.get(key)
def into_generator(steps):  # Refused
    steps.throw(Refused("x"))
def raises_instead(key):  # Refused
    try:
        store.get(key)
    finally:
        raise Refused(key)
def goes_on(keys):  # (none)
    for key in keys:
        try:
            store.get(key)
        finally:
            continue
def again_from(key):  # Missing
    try:
        store.get(key)
    except Missing as error:
        raise error from None
def again_traced(key):  # Missing
    try:
        store.get(key)
    except Missing as error:
        raise error.with_traceback(None)  # as it was
`,
};

it.each(Object.keys(sources))("knows what leaves the functions of %s", (path) => leaves(path, sources));
