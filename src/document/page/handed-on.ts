import { span } from "./markdown.ts";

/** Renders a module's re-exports as Markdown: names, and modules re-exported as a whole. */
export function handedOn(path: string, text: string): readonly string[] {
  if (path.endsWith(".rs"))
    return [...text.matchAll(/^pub use ([^;]{1,2000});/gm)].map(([, from = ""]) => span(from));
  if (!/\.[cm]?[jt]sx?$/.test(path)) return [];
  const whole = [...text.matchAll(/^export\s*\*\s*(?:as\s+([\w$]+)\s+)?from\s*["']([^"'\n]+)["']/gm)].map(
    ([, name, from = ""]) => (name ? span(name) : `all of ${span(from)}`),
  );
  const named = [
    ...text.matchAll(/^export\s+(?:type\s*)?\{([^{}]{0,20000})\}\s*from\s*["'][^"'\n]+["']/gm),
  ].flatMap(([, names = ""]) =>
    names
      .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, "")
      .split(",")
      .flatMap((item) => /([\w$]+)\s*$/.exec(item)?.[1] ?? []),
  );
  return [...named.map(span), ...whole];
}
