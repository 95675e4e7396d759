import { capital } from "../../../lib/index.ts";
import type { Collection } from "../../../api/index.ts";
import { docComment, literal } from "../client/names.ts";
import type { ServerModel } from "../../specification/server/model.ts";

/** The variable that stands for a collection in `src/store/collections.ts`. */
export const collectionNames = ({ bindings }: ServerModel): ReadonlyMap<Collection, string> => {
  const taken = new Set<string>();
  return new Map(
    bindings.collections.map((collection) => {
      const parts = collection.path.split("/").filter((part) => part !== "" && !part.includes("{"));
      const [head = "records", ...rest] = parts.flatMap((part) =>
        part.split(/[^A-Za-z0-9]+/).filter(Boolean),
      );
      const stem = [head.toLowerCase(), ...rest.map(capital)].join("");
      const plain = /^[a-z]\w*$/.test(stem) ? stem.slice(0, 80) : "records";
      let name = `${plain}Records`;
      for (let n = 2; taken.has(name); n++) name = `${plain}Records${n}`;
      taken.add(name);
      return [collection, name];
    }),
  );
};

/** `src/store/collections.ts`: what storage knows of each kind of records. */
export function collectionsModule(server: ServerModel): string {
  const texts = [...collectionNames(server)].map(([collection, name]) => {
    const { id, stamps, ignored, hidden, defaults } = collection;
    const on = (when: "create" | "change"): readonly string[] =>
      stamps.flatMap((one) => (one.on === when ? [one.property] : []));
    const rules = { id, created: on("create"), changed: on("change"), ignored, hidden, defaults };
    return `${docComment([`Records of ${collection.path}`])}export const ${name}: Collection = new Collection(${literal(rules)});\n`;
  });
  return `import { Collection } from "./records.ts";\n\n${texts.join("\n")}`;
}
