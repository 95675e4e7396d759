import { librariesOf } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import type { ClassValue, ExternalValue, Machine, Value } from "../../evaluate/types.ts";
import { constant, external, items, someone, textOf, texts, unknown } from "../../evaluate/value.ts";
import { answer, credentials, throwsOf } from "../observe.ts";
import { learn, schemesOf } from "../outside.ts";
import { httpError } from "../statuses.ts";
import type { Container } from "./container.ts";

interface On {
  readonly container: Container;
  readonly m: Machine;
}

/** Strategy libraries, from which the default names of their strategies follow. */
const libraries = /^passport-(jwt|local)\b/;

/** The name of a class that extends `PassportStrategy(Strategy, "name")`; `undefined` for any other class. */
function strategyOf(cls: ClassValue): string | undefined {
  const base = librariesOf(cls).find(({ of }) => of?.name === "PassportStrategy");
  if (!base) return undefined;
  const [strategy, name] = base.args?.list ?? [];
  return textOf(name) ?? (strategy?.kind === "external" ? libraries.exec(strategy.path)?.[1] : undefined);
}

const unauthorized = (): Value => httpError(401, external("@nestjs/common.UnauthorizedException"));

/** A program's Passport strategies, and Nest's guards that use them. */
export class Strategies {
  readonly #named = new Map<ClassValue, string>();

  /** Notes a class if it is a strategy. */
  note(cls: ClassValue): void {
    const name = strategyOf(cls);
    if (name !== undefined) this.#named.set(cls, name);
  }

  /** Reads where strategies take their tokens from. */
  learn({ container, m }: On): void {
    for (const [cls, name] of this.#named) learn(name, container.make(cls, m).base?.args?.list[0], m);
  }

  /** The errors that `validate` of the named strategies throws, after a token or a name and a password were read. */
  #refusals(names: readonly string[], { container, m }: On): readonly Value[] {
    const validators = [...this.#named].flatMap(([cls, name]) => {
      const validate = names.includes(name) ? m.get(container.make(cls, m), "validate") : unknown;
      return validate.kind === "function" ? [validate] : [];
    });
    const thrown = validators.flatMap((fn) =>
      throwsOf(m, () => void m.call(fn, args(fn.fn.params.map(() => unknown)))),
    );
    return [...new Set(thrown)];
  }

  /** `canActivate` of `AuthGuard("name")`, or of a class that extends it. */
  guard(base: ExternalValue, self: Value, on: On): Value {
    const { m } = on;
    const names = items(base.args?.list[0]).flatMap((item) => texts(item));
    if (names.some((name) => /local|google|github|facebook|twitter|saml|oauth/i.test(name)))
      return this.#signsIn(names, on);
    const ownSchemes = schemesOf(names, m);
    const usual = names.some((name) => /basic/i.test(name)) ? "basic" : "bearer";
    for (const scheme of ownSchemes.length ? ownSchemes : [usual]) credentials(m, scheme);
    if (names.includes("anonymous")) return constant(true);
    const handle = self.kind === "object" && self.cls ? m.get(self, "handleRequest") : undefined;
    const refusals = m.run?.absent ? [] : this.#refusals(names.length ? names : this.#usual(), on);
    if (handle?.kind === "function") {
      const handles = (error: Value, user: Value) => (): void =>
        void m.call(handle, args([error, user, unknown]));
      const user = m.run?.absent ? constant(false) : someone;
      m.branches([
        handles(constant(null), user),
        ...refusals.map((error) => handles(error, constant(false))),
      ]);
      return constant(true);
    }
    if (m.run?.absent) return m.raise(unauthorized());
    m.throws.push(unauthorized(), ...refusals);
    return constant(true);
  }

  #signsIn(names: readonly string[], on: On): Value {
    const { m } = on;
    if (names.some((name) => /local/i.test(name))) {
      for (const library of m.libraries) library.signsIn?.(m);
      if (m.run) m.run.isSignedIn = true;
      m.throws.push(unauthorized(), ...this.#refusals(names, on));
    } else answer(m, 302);
    return constant(true);
  }

  /** The strategy of guards that name none; with several strategies, only the settings tell. */
  #usual(): readonly string[] {
    const all = [...new Set(this.#named.values())].filter((name) => name !== "local");
    return all.length === 1 ? all : [];
  }
}
