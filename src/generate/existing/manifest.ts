import { UserError } from "../../lib/index.ts";
import { isNode, member, nodesOf, spliced, stringOf, treeOf, type Node } from "./syntax.ts";

export type Section = "dependencies" | "devDependencies";

const keyOf = (property: Node): string | undefined => stringOf(member(property, "key"));

function objectOf(text: string): Node | undefined {
  const [statement] = nodesOf(
    treeOf({ path: "package.ts", text: `(${text.replace(/^\uFEFF/, " ")}\n)` })?.["body"],
  );
  const value = statement?.["expression"];
  return isNode(value) && value.type === "ObjectExpression" ? value : undefined;
}

const unreadable = (): UserError =>
  new UserError(
    "bad_package",
    "package.json is not a JSON object.",
    "Repair package.json, then run this again.",
    {
      place: { file: "package.json" },
    },
  );

/** Adds a member to an object in the text, in sorted position if the members are sorted. */
function inserted(text: string, object: Node, entry: readonly [name: string, value: string]): string {
  const shift = 1; // the bracket that makes the text an expression
  const properties = nodesOf(object["properties"]);
  const line = `${JSON.stringify(entry[0])}: ${entry[1]}`;
  const before = properties.filter((property) => (keyOf(property) ?? "") < entry[0]);
  const ordered = before.every((property, index) => property === properties[index]);
  const previous = ordered ? before.at(-1) : properties.at(-1);
  const next = properties[0];
  if (previous) {
    const gap = /\n[ \t]*$/.exec(text.slice(0, previous.start - shift))?.[0];
    return spliced(text, [
      { start: previous.end - shift, end: previous.end - shift, text: `,${gap ?? " "}${line}` },
    ]);
  }
  if (next) {
    const gap = /\n[ \t]*$/.exec(text.slice(0, next.start - shift))?.[0];
    return spliced(text, [
      { start: next.start - shift, end: next.start - shift, text: `${line},${gap ?? " "}` },
    ]);
  }
  const outer = /\n([ \t]*)[^\n]*$/.exec(text.slice(0, object.start - shift))?.[1] ?? "";
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  const [start, end] = [object.start - shift + 1, object.end - shift - 1];
  return spliced(text, [{ start, end, text: `\n${outer}${unit}${line}\n${outer}` }]);
}

const sectionOf = (object: Node, name: string): Node | undefined => {
  const property = nodesOf(object["properties"]).find((candidate) => keyOf(candidate) === name);
  return property && member(property, "value");
};

/**
 * Adds packages that no section of package.json has, in its existing style.
 * @throws UserError if it is not a JSON object
 */
export function withPackages(
  manifest: string,
  packages: Readonly<Record<Section, Readonly<Record<string, string>>>>,
): string {
  const end = manifest.includes("\r\n") ? "\r\n" : "\n";
  let text = manifest.replaceAll("\r\n", "\n");
  const declared = new Set<string>();
  const root = objectOf(text);
  if (!root) throw unreadable();
  for (const name of ["dependencies", "devDependencies", "optionalDependencies"]) {
    const section = sectionOf(root, name);
    for (const property of nodesOf(section?.["properties"])) declared.add(keyOf(property) ?? "");
  }
  for (const section of ["dependencies", "devDependencies"] as const) {
    for (const [name, version] of Object.entries(packages[section])) {
      if (declared.has(name)) continue;
      const object = objectOf(text);
      if (!object) throw unreadable();
      if (!sectionOf(object, section)) text = inserted(text, object, [section, "{}"]);
      const whole = objectOf(text);
      const target = whole && sectionOf(whole, section);
      if (target?.type !== "ObjectExpression") throw unreadable();
      text = inserted(text, target, [name, JSON.stringify(version)]);
    }
  }
  return text.replaceAll("\n", end);
}
