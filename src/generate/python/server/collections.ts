import type { Collection } from "../../../api/index.ts";
import type { ServerModel } from "../../specification/server/model.ts";
import { literal, Scope, snake } from "../client/names.ts";

/** The name of a collection's constant in `src/store/collections.py`. */
export function collectionNames({ bindings }: ServerModel): ReadonlyMap<Collection, string> {
  const scope = new Scope();
  return new Map(
    bindings.collections.map((collection) => {
      const parts = collection.path.split("/").filter((part) => !part.includes("{"));
      return [collection, scope.take(snake(parts.join(" ")).toUpperCase().slice(0, 80))] as const;
    }),
  );
}

/** `src/store/collections.py`: what storage knows of each kind of records. */
export function collectionsModule(server: ServerModel): string {
  const texts = [...collectionNames(server)].map(([collection, name]) => {
    const { id, stamps, ignored, hidden, defaults } = collection;
    const on = (when: "create" | "change"): readonly string[] =>
      stamps.flatMap((one) => (one.on === when ? [one.property] : []));
    const lists = { created: on("create"), changed: on("change"), ignored, hidden };
    const given = [
      ...(id ? [id.property, id.made, id.given].map(literal) : []),
      ...(id?.hex ? [`prefix=${literal(id.hex.prefix)}`, `digits=${id.hex.digits}`] : []),
      ...Object.entries(lists).flatMap(([key, list]) => (list.length ? [`${key}=${literal(list)}`] : [])),
      ...(Object.keys(defaults).length ? [`defaults=${literal(defaults)}`] : []),
    ];
    return `${name} = Collection(${given.join(", ")})\n`;
  });
  return `"""What storage knows of each kind of records."""\n\nfrom src.store.records import Collection\n\n${texts.join("")}`;
}
