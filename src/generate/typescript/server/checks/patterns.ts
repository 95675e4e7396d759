import { literal } from "../../client/typescript-literals.ts";

/** Patterns of one module, each compiled once, when the module is loaded. */
export class Patterns {
  readonly #names = new Map<string, string>();

  /** The name of the compiled one. */
  nameOf(pattern: string): string {
    const name = this.#names.get(pattern) ?? `pattern${this.#names.size + 1}`;
    this.#names.set(pattern, name);
    return name;
  }

  /** A line for each. */
  get text(): string {
    const lines = [...this.#names].map(
      ([pattern, name]) => `const ${name} = compiled(${literal(pattern)});\n`,
    );
    return lines.length ? `${lines.join("")}\n` : "";
  }
}
