import type { Serving } from "../../specification/server/contracts.ts";

/** What `outside` is made of where a server starts, and what that needs. */
export function setUp({ store }: Serving): { readonly imports: string; readonly lines: string } {
  const imports = [
    ...(store ? ['import { connect } from "./database.ts";'] : []),
    'import { verifiersFrom } from "./security.ts";',
    ...(store ? [`import { openRecords } from "./store/${store.module}.ts";`] : []),
  ];
  const records = store
    ? `const records = openRecords(() => connect({ url: process.env[${JSON.stringify(store.urlVariable)}], folder: "data" }));\n`
    : "";
  return {
    imports: `${imports.join("\n")}\n`,
    lines: `${records}const outside = { ${store ? "records, " : ""}verifiers: verifiersFrom(process.env), log };\n`,
  };
}
