import type { Declaration, Entry } from "../../../code/index.ts";

/** A plain name, not a destructuring pattern. */
export const plain = /^[A-Za-z_$][\w$]*$/;

/** Returns the names under which parameters are documented; a destructured one has no name of its own. */
export function documentedNames({ name: whole, kind, parameters }: Declaration): readonly string[] {
  const usedNames = new Set(parameters.map(({ name }) => name));
  return parameters.map(({ name, type }) => {
    if (plain.test(name)) return name;
    const base =
      /Props\b/.test(type ?? "") || (kind === "function" && /^[A-Z]/.test(whole))
        ? "props"
        : name.startsWith("[")
          ? "items"
          : "options";
    let freeName = base;
    for (let count = 2; usedNames.has(freeName); count++) freeName = `${base}${count}`;
    usedNames.add(freeName);
    return freeName;
  });
}

/** Whether a parameter is documented; a documented name that matches no parameter stands for a destructured one. */
export function isDocumented(declaration: Declaration, place: number, entries: readonly Entry[]): boolean {
  const names = documentedNames(declaration);
  const documentedName = names[place] ?? "";
  const entryNames = entries
    .filter(({ kind }) => kind === "parameter")
    .map(({ name }) => name.replace(/^[\\*]+/, "").split(".")[0] ?? "");
  if (entryNames.includes(documentedName) || listed(documentedName, entries)) return true;
  if (isSubject(documentedName, entries[0]?.text ?? "")) return true;
  if (entries.some(({ text }) => text.includes(`%(${documentedName})s`))) return true; // inserted when the module is loaded
  const parameter = declaration.parameters[place];
  return (
    parameter !== undefined && !plain.test(parameter.name) && entryNames.some((name) => !names.includes(name))
  );
}

/** Whether a first sentence is about the parameter: "Passes `options` on to `open`." */
const isSubject = (name: string, text: string): boolean =>
  text.startsWith(`\`${name}\``) ||
  text.startsWith(`Passes \`${name}\``) ||
  text.startsWith(`Changes \`${name}\``);

/** Whether prose lists a name as `* **name** - …` or similarly. */
function listed(name: string, entries: readonly Entry[]): boolean {
  const item = new RegExp(`^\\s*[-*•]\\s+(?:\\*\\*|\`\`?|_)?${name.replaceAll("$", "\\$")}\\b`, "m");
  return entries.some(({ kind, text }) => kind === "other" && item.test(text));
}
