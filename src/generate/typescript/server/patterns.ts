import { patternFault, type Spec } from "../../../api/index.ts";
import { isObject } from "../../../lib/index.ts";

const isPattern = (text: string): boolean => {
  try {
    return Boolean(new RegExp(text, "u"));
  } catch {
    try {
      return Boolean(new RegExp(text)); // old dialects escape what need not be
    } catch {
      return false;
    }
  }
};

/** Whether a text exists for which matching takes time without end; in doubt yes. */
function risky(pattern: string): boolean {
  if (!isPattern(pattern) || pattern.length > 2000) return true;
  const fault = patternFault(pattern);
  if (fault === undefined) return false;
  return fault.startsWith("repeats") || /[+*}]\)*[+*{]/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/g, "x"));
}

const unchecked = (what: string): string =>
  `${what} is not checked: it repeats what repeats, which takes a server's time without end`;

/** The specification without patterns that one request could stop a server by, and where they were. */
export function safePatterns(spec: Spec): { readonly spec: Spec; readonly dropped: readonly string[] } {
  const dropped: string[] = [];
  const visit = (value: unknown, at: string): unknown => {
    if (Array.isArray(value)) return value.map((item, i) => visit(item, `${at}/${i}`));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        const here = `${at}/${key}`;
        if (key === "pattern" && typeof inner === "string" && risky(inner)) {
          dropped.push(unchecked(`The pattern ${JSON.stringify(inner.slice(0, 80))} at ${at}`));
          return [];
        }
        if (key === "patternProperties" && isObject(inner)) {
          const kept = Object.entries(inner).filter(([pattern]) => !risky(pattern));
          if (kept.length < Object.keys(inner).length)
            dropped.push(unchecked(`A pattern of names at ${here}`));
          return [[key, visit(Object.fromEntries(kept), here)]];
        }
        return [
          [
            key,
            key === "example" || key === "examples" || key === "default" || key === "enum"
              ? inner
              : visit(inner, here),
          ],
        ];
      }),
    );
  };
  const operations = visit(spec.operations, "operations") as Spec["operations"]; // members only go missing where they may
  const schemas = visit(spec.schemas, "schemas") as Spec["schemas"]; // likewise
  return { spec: { ...spec, operations, schemas }, dropped };
}
