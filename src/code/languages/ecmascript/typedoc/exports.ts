import { isNode, type Node, nodesOf } from "../parse.ts";
import { nameOf } from "./types.ts";

/** Returns exports separate from their declarations: exported names by local name. */
export function exportsOf(body: readonly Node[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const statement of body) {
    const own = statement["declaration"] ?? statement["expression"];
    const whole = statement.type === "ExportDefaultDeclaration" || statement.type === "TSExportAssignment";
    if (whole && isNode(own) && own.type === "Identifier" && !found.has(nameOf(own)))
      found.set(nameOf(own), "default");
    if (statement.type === "ExportNamedDeclaration" && !statement["source"])
      for (const node of nodesOf(statement["specifiers"]))
        found.set(nameOf(node["local"]), nameOf(node["exported"]));
  }
  return found;
}

/** Returns the name of a file's default export. */
export function mainOf(body: readonly Node[]): string | undefined {
  const main = body.find(({ type }) => type === "ExportDefaultDeclaration")?.["declaration"];
  return isNode(main) ? nameOf(main.type === "Identifier" ? main : main["id"]) || "default" : undefined;
}
