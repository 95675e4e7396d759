const tag = /<(\/?)([a-z][a-z0-9]*)(\s[^<>]*)?\/?>/gi;

/** Markdown for opening and closing tags. */
const marks: Readonly<Record<string, readonly [opens: string, closes: string]>> = {
  ...Object.fromEntries(
    ["p", "div", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [
      name,
      ["\n\n", "\n\n"],
    ]),
  ),
  br: ["\n", ""],
  li: ["\n- ", ""],
  tr: ["\n", ""],
  th: [" ", ""],
  td: [" ", ""],
  b: ["**", "**"],
  strong: ["**", "**"],
  i: ["*", "*"],
  em: ["*", "*"],
  code: ["`", "`"],
  tt: ["`", "`"],
  pre: ["\n\n```\n", "\n```\n\n"],
  span: ["", ""],
  sup: ["", ""],
  sub: ["", ""],
};

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  amp: "&",
};

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole, code: string | undefined, name = "") =>
    code === undefined
      ? (entities[String(name)] ?? whole)
      : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  );

/** Converts common HTML tags in a text to Markdown; text that only looks like a tag is unchanged. */
export function fromHtml(text: string): string {
  if (!/<\/?[a-z]|&[#a-z]/i.test(text)) return text;
  const links: string[] = [];
  let isFenced = false;
  const plain = text.replaceAll(tag, (whole, slash: string, tagName: string, attributes = "") => {
    const name = tagName.toLowerCase();
    if (name === "pre") isFenced = !slash;
    else if (isFenced && Object.hasOwn(marks, name)) return name === "br" ? "\n" : ""; // code blocks show marks literally
    if (name === "a" && slash) return `](${links.pop() ?? ""})`;
    if (name === "a") {
      links.push(/href\s*=\s*["']?([^"'\s>]*)/i.exec(String(attributes))?.[1] ?? "");
      return "[";
    }
    return Object.hasOwn(marks, name) ? (marks[name]?.[slash ? 1 : 0] ?? whole) : whole;
  });
  return decoded(plain)
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
