import type { Serving } from "../../specification/server/contracts.ts";

/** Returns the statements that create `outside` when a server starts, and their imports. */
export function setUp({ store }: Serving): { readonly imports: string; readonly lines: string } {
  const imports = [
    ...(store ? ['import { connect } from "./database.ts";'] : []),
    `import { ${store ? "signerFrom, " : ""}verifiersFrom } from "./security.ts";`,
    ...(store ? [`import { openStore } from "./store/${store.module}.ts";`] : []),
  ];
  const records = store
    ? `const store = openStore(() => connect({ url: process.env[${JSON.stringify(store.urlVariable)}], folder: "data" }), process.env);\n`
    : "";
  return {
    imports: `${imports.join("\n")}\n`,
    lines: `${records}const outside = { ${store ? "store, sign: signerFrom(process.env), " : ""}verifiers: verifiersFrom(process.env), log };\n`,
  };
}
