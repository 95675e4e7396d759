import type { Scope } from "./scope.ts";
import type { Sheet } from "./sheet.ts";

const deepest = 4;

/** Types that accept any error unchanged, and those that can't be resolved: `S::Error`. */
const open = /^(?:Box|dyn|impl|anyhow|eyre|color_eyre)\b|^(?:Self|[A-Z])(?:::|$)|[<>]/;

/**
 * Returns the single error type in a function's signature, to which `?` converts other errors. An alias of Result,
 * written `Result<`, is resolved where it is declared.
 */
export function failsOf(place: number, sheet: Sheet, names: Scope): string | undefined {
  const file = sheet.fileOf(place);
  return named(sheet.typesOf(place).fails, { file, sheet, names }, 0);
}

interface Where {
  readonly file: number;
  readonly sheet: Sheet;
  readonly names: Scope;
}

function named(fails: string | undefined, where: Where, depth: number): string | undefined {
  const alias = fails?.endsWith("<") ? fails.slice(0, -1) : undefined;
  if (fails === undefined || open.test(alias ?? fails) || depth > deepest) return undefined;
  const { sheet } = where;
  const found = meant(alias ?? fails, where);
  if (found !== undefined && sheet.kindOf(found) === "class") return alias ? undefined : sheet.textOf(found);
  if (found !== undefined)
    return named(sheet.typesOf(found).fails, { ...where, file: sheet.fileOf(found) }, depth + 1);
  // aliases in the standard library, known by their modules
  if (alias)
    return /^(?:std::)?(?:io|fmt)::Result$/.test(alias)
      ? fails.replace(/^std::/, "").replace(/Result<$/, "Error")
      : undefined;
  return fails === "Error" || fails === "Err" ? undefined : fails;
}

function meant(name: string, { file, names }: Where): number | undefined {
  const parts = name.split("::");
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? names.named(last, file) : names.member(parts.slice(0, -1).join("."), last, file);
}

/** The error as it leaves a function with one error type: that type's own variants are kept. */
export function leaving(type: string, fails: string | undefined, isOwn: boolean): string {
  if (fails === undefined || type === "panic") return type;
  const last = fails.split("::").at(-1) ?? "";
  const whole = type.split("::");
  if (whole.includes(last) && type !== "Error") return type;
  return isOwn && type !== "Error" ? type : fails;
}
