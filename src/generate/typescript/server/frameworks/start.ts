import { code, imported, ts, type Code } from "../../../../code/index.ts";
import type { GeneratedFile } from "../../../contracts.ts";
import { moduleFile } from "../../../module-file.ts";
import type { Serving } from "../../../specification/server/contracts.ts";
import { startModule, type Listening } from "../../frameworks/server.ts";

/** Statement that logs the document's address. */
export const logStart =
  "log({ time: new Date().toISOString(), message: `http://localhost:${port}/openapi.json` });";

/** `createApp(outside)` */
export const application: Code = ts`${imported("/src/app.ts", "createApp")}(outside)`;

/** `src/server.ts` */
export function serverFile({ store }: Serving, listening: Listening): GeneratedFile {
  const security = (name: string): Code => imported("/src/security.ts", name);
  const records =
    store &&
    ts`const store = ${imported(`/src/store/${store.module}.ts`, "openStore")}(() => ${imported("/src/database.ts", "connect")}({ url: process.env[${store.urlVariable}], folder: "data" }), process.env);
`;
  const storeText = store ? ts`store, sign: ${security("signerFrom")}(process.env), ` : code("");
  const make = ts`${records ?? code("")}const outside = { ${storeText}verifiers: ${security("verifiersFrom")}(process.env), log };`;
  return moduleFile("src/server.ts", startModule({ ...listening, make }));
}

/** Stops a server of Node's `http` that `listen(port)` created. */
export const stopServer = code(`server.close(() => process.exit());
  server.closeIdleConnections();`);
