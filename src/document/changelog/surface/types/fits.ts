import { isScalar } from "./builtins.ts";
import {
  type Answer,
  covariant,
  formFits,
  isBare,
  isNamed,
  isSlight,
  literalFits,
  nameFits,
  opaqueFits,
} from "./named-types.ts";
import { declaredAs, membersOf, opened } from "./open.ts";
import type { Bound, Known, Member, Scope, Type, Way } from "./type.ts";

/** Knows which declarations are the same export before and now; their members are compared separately. */
export interface Judge {
  /** Returns the name under which users know a declaration. */
  exportedAs(side: Scope["side"], origin: string): string | undefined;
  /**
   * Extra members aren't allowed, as in object literals. Values accepted all along but only now declared
   * don't count as new: lists that aren't written to, and undefined values.
   */
  readonly exact?: boolean;
}

const deepest = 16;
/** Maximum number of comparisons. */
const most = 200_000;
const all = (answers: readonly Answer[]): Answer =>
  answers.includes("no") ? "no" : answers.includes("unknown") ? "unknown" : "yes";
const some = (answers: readonly Answer[]): Answer =>
  answers.includes("yes") ? "yes" : answers.includes("unknown") ? "unknown" : "no";
const truths: readonly Type[] = ["true", "false"].map((text) => ({ is: "literal", text }));

/** Decides whether types fit, for one comparison of two commits. */
export class Fitting {
  readonly #judge: Judge;
  /** Results by comparison key; `yes` while the comparison is running. */
  readonly #known = new Map<string, Answer>();
  #depth = 0;
  #left = most;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  async fits(sub: Bound, sup: Bound): Promise<Answer> {
    if (sub.type?.is === "placed") return this.fits(sub.type, sup);
    if (sup.type?.is === "placed") return this.fits(sub, sup.type);
    if (this.#depth >= deepest || this.#left === 0) return "unknown";
    this.#depth += 1;
    this.#left -= 1;
    try {
      return await this.#compare(sub, sup);
    } finally {
      this.#depth -= 1;
    }
  }

  async #compare(sub: Bound, sup: Bound): Promise<Answer> {
    const [a, b] = [sub.type, sup.type];
    if (!a || !b) return "unknown";
    if (isTop(sup) || a.is === "any" || isNamed(a, "never")) return "yes";
    if (this.#judge.exact && a.is === "name" && isSlight(a.name, b)) return "yes";
    const [own, other] = [await declaredAs(sub), await declaredAs(sup)];
    if (own && other && this.#isSame(own, other)) return this.#given(sub, sup);
    if (a.is === "name" && b.is === "union" && own) {
      const answers = await each(b.of, (type) => this.fits(sub, { ...sup, type }));
      if (answers.includes("yes")) return "yes";
    }
    const [left, right] = [opened(sub, own), opened(sup, other)];
    if (left ?? right) return this.#within([own, other], [sub, sup], [left ?? sub, right ?? sup]);
    return (await this.#parted(sub, sup)) ?? this.#plain(sub, sup, [own, other]);
  }

  /** Treats a recursive comparison as fitting. */
  async #within(
    [own, other]: readonly (Known | undefined)[],
    [from, to]: readonly [Bound, Bound],
    [sub, sup]: readonly [Bound, Bound],
  ): Promise<Answer> {
    const isPlain = [from, to].every(({ type }) => type?.is === "name" && type.given.length === 0);
    if (!own || !other || !isPlain) return this.fits(sub, sup);
    const key = `${own.scope.side} ${own.origin} ${other.origin}`;
    const before = this.#known.get(key);
    if (before) return before;
    this.#known.set(key, "yes");
    const answer = await this.fits(sub, sup);
    this.#known.set(key, answer);
    return answer;
  }

  #isSame(a: Known, b: Known): boolean {
    const [own, other] = [a, b].map(({ scope, origin }) => this.#judge.exportedAs(scope.side, origin));
    if (own !== undefined || other !== undefined) return own === other;
    return a.origin === b.origin && (a.shape.form === "class" || a.shape.form === "enum");
  }

  /** Compares the parts of a type one by one. */
  async #parted(sub: Bound, sup: Bound): Promise<Answer | undefined> {
    const [a, b] = [sub.type, sup.type];
    const choices =
      a?.is === "union" ? a.of : b?.is === "union" && isNamed(a, "boolean") ? truths : undefined;
    if (choices) return all(await each(choices, (type) => this.fits({ ...sub, type }, sup)));
    if (b?.is === "union") {
      const answer = some(await each(b.of, (type) => this.fits(sub, { ...sup, type })));
      return answer === "no" && isMixed(a, b.of) ? "unknown" : answer;
    }
    if (a?.is !== "all" && b?.is !== "all") return undefined;
    const [own, asked] = [await membersOf(sub), await membersOf(sup)];
    if (own && asked) return this.#objects(own, asked, [sub.scope, sup.scope]);
    if (b?.is === "all") return all(await each(b.of, (type) => this.fits(sub, { ...sup, type })));
    if (a?.is !== "all") return undefined;
    const answer = some(await each(a.of, (type) => this.fits({ ...sub, type }, sup)));
    return answer === "no" ? "unknown" : answer;
  }

  async #plain(sub: Bound, sup: Bound, [own, other]: readonly (Known | undefined)[]): Promise<Answer> {
    const [a, b] = [sub.type, sup.type];
    const scopes = [sub.scope, sup.scope] as const;
    if (!a || !b) return "unknown";
    if (a.is === "choice" || b.is === "choice") return this.#choices(sub, sup);
    if (a.is === "each" || b.is === "each") return this.#each(sub, sup);
    if (a.is === "generic" || b.is === "generic") return this.#generics(sub, sup);
    if (a.is === "opaque" || b.is === "opaque") return opaqueFits(a, b);
    if (a.is === "literal" || b.is === "literal") return literalFits(a, b, (own ?? other) !== undefined);
    if (a.is === "call" && b.is === "call") return this.#calls(a.ways, b.ways, scopes);
    if (a.is === "object" && b.is === "object") return this.#objects(a.members, b.members, scopes);
    if (a.is === "name" && b.is === "name") return this.#names(sub, sup, [own, other]);
    if (a.is !== "tuple" || b.is !== "tuple") return formFits(a, b);
    return a.of.length === b.of.length ? this.#pairs(sub, sup, [a.of, b.of]) : "no";
  }

  /** Compares position by position. */
  async #pairs(
    sub: Bound,
    sup: Bound,
    [of, asked]: readonly [readonly Type[], readonly Type[]],
  ): Promise<Answer> {
    const places = [...of.keys()];
    return all(
      await each(places, (index) => this.fits({ ...sub, type: of[index] }, { ...sup, type: asked[index] })),
    );
  }

  /** Compares conditional types: with the same condition by their branches, else each with the whole of the other. */
  async #choices(sub: Bound, sup: Bound): Promise<Answer> {
    const [a, b] = [sub.type, sup.type];
    if (a?.is === "choice" && b?.is === "choice" && a.test === b.test)
      return this.#pairs(sub, sup, [a.of, b.of]);
    const answers =
      a?.is === "choice"
        ? await each(a.of, (type) => this.fits({ ...sub, type }, sup))
        : b?.is === "choice"
          ? await each(b.of, (type) => this.fits(sub, { ...sup, type }))
          : [];
    const [answer = "unknown"] = answers;
    return answers.every((other) => other === answer) ? answer : "unknown"; // it is unknown which applies
  }

  async #each(sub: Bound, sup: Bound): Promise<Answer> {
    const [a, b] = [sub.type, sup.type];
    const isSame = a?.is === "each" && b?.is === "each" && a.keys === b.keys;
    return isSame ? this.#pairs(sub, sup, [a.of, b.of]) : "unknown";
  }

  async #generics(sub: Bound, sup: Bound): Promise<Answer> {
    const [a, b] = [sub.type, sup.type];
    const isNow = sub.scope.side === "now";
    if (a?.is === "generic" && b?.is === "generic") return a.place === b.place ? "yes" : "unknown";
    if (a?.is === "generic") {
      const within = a.within && (await this.fits({ ...sub, type: a.within }, sup));
      if (within === "yes" || isNow) return within === "yes" ? within : "unknown";
      return within ?? (b?.is === "name" && isScalar(b.name) ? "no" : "unknown");
    }
    const isChosen = b?.is === "generic" && !b.fixed && !isNow; // the call chooses it, up to its bound
    return !isChosen && (a?.is === "literal" || (a?.is === "name" && isScalar(a.name))) ? "no" : "unknown";
  }

  async #given(sub: Bound, sup: Bound): Promise<Answer> {
    const [a, b] = [sub.type, sup.type];
    if (a?.is !== "name" || b?.is !== "name") return "unknown";
    if (a.given.length !== b.given.length) return a.given.length * b.given.length === 0 ? "yes" : "unknown";
    return all(
      await each([...a.given.keys()], async (index) => {
        const fits = await this.fits({ ...sub, type: a.given[index] }, { ...sup, type: b.given[index] });
        return fits === "yes" || covariant.has(b.name) ? fits : "unknown";
      }),
    );
  }

  async #names(sub: Bound, sup: Bound, [own, other]: readonly (Known | undefined)[]): Promise<Answer> {
    const [a, b] = [sub.type, sup.type];
    if (a?.is !== "name" || b?.is !== "name") return "unknown";
    if (own?.shape.form === "class" && !isBare(b.name)) return this.#descends(own, sup);
    if (own ?? other) return isBare(a.name) || isBare(b.name) ? "no" : "unknown";
    const named = { name: a.name, known: await sub.scope.lookup(a.name) };
    const asked = { name: b.name, known: await sup.scope.lookup(b.name) };
    return nameFits(named, asked, sub.scope.language) ?? this.#given(sub, sup);
  }

  /** A class fits if one of its bases does. */
  async #descends({ shape, scope }: Known, sup: Bound): Promise<Answer> {
    const { bases = [] } = shape;
    const answers = await each(bases, (type) => this.fits({ type, scope }, sup));
    if (answers.includes("yes")) return "yes";
    const isPlain = scope.language === "python" && (await declaredAs(sup)) === undefined;
    return isPlain && bases.length > 0 && !answers.includes("unknown") ? "no" : "unknown";
  }

  async #calls(own: readonly Way[], asked: readonly Way[], scopes: Scopes): Promise<Answer> {
    return all(await each(asked, async (b) => some(await each(own, (a) => this.#call(a, b, scopes)))));
  }

  async #call(a: Way, b: Way, [scope, other]: Scopes): Promise<Answer> {
    const answers = await each([...a.takes.keys()], async (index): Promise<Answer> => {
      const [mine, theirs] = [a.takes[index], b.takes[index] ?? b.takes.findLast(({ rest }) => rest)];
      if (!theirs) return mine?.free ? "yes" : "no";
      if (mine?.rest || theirs.rest) return "yes";
      return this.fits({ type: theirs.type, scope: other }, { type: mine?.type, scope: scope });
    });
    if (isNamed(b.gives, "void")) return all(answers);
    return all([
      ...answers,
      await this.fits({ type: a.gives, scope: scope }, { type: b.gives, scope: other }),
    ]);
  }

  async #objects(own: Members, asked: Members, [mine, theirs]: Scopes): Promise<Answer> {
    const isWritten = this.#judge.exact || mine.side === "before";
    if (isWritten && !asked.has("[]") && [...own.keys()].some((key) => !asked.has(key))) return "no";
    return all(
      await each([...asked], async ([key, b]): Promise<Answer> => {
        const a = own.get(key);
        if (!a) return b.optional ? "yes" : own.has("[]") ? "unknown" : "no";
        if (a.optional && !b.optional) return "no";
        return a.type && b.type
          ? this.fits({ type: a.type, scope: mine }, { type: b.type, scope: theirs })
          : "unknown";
      }),
    );
  }
}

type Members = ReadonlyMap<string, Member>;
type Scopes = readonly [Scope, Scope];

/** Whether lists are mixed: a list of a union isn't distinguished from a union of lists. */
const isMixed = (a: Type | undefined, of: readonly Type[]): boolean =>
  a?.is === "name" && a.given.length > 0 && of.filter((item) => isNamed(item, a.name)).length > 1;

/** Whether a type accepts anything: `void` is a result nobody reads. */
const isTop = ({ type, scope }: Bound): boolean =>
  type?.is === "any" ||
  (scope.language === "python" ? isNamed(type, "object") : isNamed(type, "unknown") || isNamed(type, "void"));

async function each<T>(list: readonly T[], ask: (one: T) => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const item of list) answers.push(await ask(item)); // sequentially, since they share the running comparisons
  return answers;
}
