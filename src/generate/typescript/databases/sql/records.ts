import type { GeneratedFile } from "../../../contracts.ts";
import { shippedFile } from "../../shipped.ts";

/** Returns the modules of a SQL store for servers from specifications. */
export const recordFiles = (name: string, dialect: string): readonly GeneratedFile[] =>
  [name, `${dialect}-dialect`, "opened", "sql"].map((file) => shippedFile(`store/${file}.ts`));
