import type { Declared, Symbol } from "../../../inspect/index.ts";
import { isTest } from "../skip.ts";

/**
 * Returns the declaration that a target refers to, including a method of a call's result: `New().Total`,
 * `Cart.open().total`.
 */
export function meant(target: string, file: string, index: Declared): Symbol | undefined {
  const [, constructorName, method = ""] = /^(.+)\(\)\.(\w+)$/.exec(target) ?? [];
  if (constructorName === undefined) return index.meaning(target, file) ?? only(target, file, index);
  const [, constructed] = /^(\w+)\.\1$/.exec(constructorName) ?? [];
  const maker = meant(constructorName, file, index);
  const type = constructed ?? (maker && typeOfMeant(maker));
  return type ? meant(`${type}.${method}`, maker?.file ?? file, index) : undefined;
}

/** Returns the only declaration of a name, for tests separate from the code they test, as in Java and Rust. */
export function only(name: string, file: string, index: Declared): Symbol | undefined {
  const [ending = ""] = /\.(?:rs|java)$/.exec(file) ?? [];
  if (!ending) return undefined;
  const found = index
    .named(name)
    .filter(
      ({ file: other, declaration }) => declaration.name === name && other.endsWith(ending) && !isTest(other),
    );
  return found.length === 1 ? found[0] : undefined;
}

/** Returns a call's final result type: in Rust, a `Result` is unwrapped. */
function typeOfMeant({ file, declaration: { name, returns = "" } }: Symbol): string {
  const rust = file.endsWith(".rs");
  const bare = rust
    ? returns.replace(/^(?:&(?:'\w+ )?(?:mut )?|(?:\w+::)*(?:Result|Option|Box|Rc|Arc)<)+/, "")
    : returns;
  const type = /^\(?\*?(?:\w+::)*([A-Za-z_]\w*)/.exec(bare)?.[1] ?? "";
  return type === "Self" ? (name.split(".")[0] ?? "") : type;
}
