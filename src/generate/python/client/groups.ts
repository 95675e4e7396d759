import { groupsOf } from "../../specification/groups.ts";
import { pagesText } from "./methods.ts";
import { pascal, Scope, snake } from "./python-identifiers.ts";
import { hiding, reserved, type Method, type Part } from "./method.ts";

/** Operations under one name of the client. */
export interface Group {
  readonly name: string;
  readonly type: string;
  readonly members: readonly { readonly name: string; readonly method: string }[];
}

/** Returns the groups, with names that hide no method or model. */
export function groupsIn(
  methods: readonly Method[],
  parts: readonly Part[],
  names: readonly string[],
): readonly Group[] {
  const byPart = new Map(parts.map(({ named }, i) => [named, methods[i]]));
  const used = new Set([
    ...reserved,
    ...methods.flatMap(({ name }) => [name, `${name}_pages`, `${name}_items`]),
  ]);
  const scope = new Scope(used);
  const types = new Scope([...names, "AsyncClient", "Client", "Auth"]);
  return groupsOf([...byPart.keys()], []).map((group) => {
    const title = snake(group.name);
    const short = new Scope();
    const members = group.methods.flatMap(({ named, name }) => {
      const method = byPart.get(named);
      if (!method) return [];
      const plain = short.take(snake(name));
      const paged = pagesText(method, false) && method.paging ? ["_pages", "_items"] : [];
      return ["", ...paged].map((end) => ({
        name: end ? short.take(plain + end) : plain,
        method: method.name + end,
      }));
    });
    return {
      name: scope.take(used.has(title) || hiding.has(title) ? `${title}_group` : title),
      type: types.take(`${pascal(group.name)}Methods`),
      members,
    };
  });
}

export const groupsText = (groups: readonly Group[], isAsync: boolean): readonly string[] =>
  groups.map(
    ({ type, members }) => `class ${isAsync ? "Async" : ""}${type}:
    """Operations that the document groups."""

    def __init__(self, client: ${isAsync ? "AsyncClient" : "Client"}) -> None:
${members.map(({ name, method }) => `        self.${name} = client.${method}\n`).join("")}`,
  );

export const propertiesText = (groups: readonly Group[], isAsync: boolean): string =>
  groups
    .map(({ name, type }) => {
      const groupType = `${isAsync ? "Async" : ""}${type}`;
      return `    @cached_property\n    def ${name}(self) -> ${groupType}:\n        return ${groupType}(self)\n\n`;
    })
    .join("");
