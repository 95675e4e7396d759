import type { Imported } from "../../study.ts";
import type { Tree } from "../tree/grammar.ts";

/** Returns imported packages by their local name. */
export function importsOf({ root }: Tree): readonly Imported[] {
  return root.of("import_declaration").flatMap((item) =>
    [...item.below()].flatMap((node): Imported[] => {
      if (node.type !== "import_spec") return [];
      const from = (node.in("path")?.text ?? "").replaceAll(/["`]/g, "");
      const name =
        node.in("name")?.text ??
        from
          .replace(/\/v\d+$/, "")
          .split("/")
          .at(-1) ??
        "";
      return from && name !== "_" ? [{ local: name === "." ? "*" : name, name: "*", from }] : [];
    }),
  );
}
