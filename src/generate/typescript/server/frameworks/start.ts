import type { Serving } from "../../../specification/server/contracts.ts";
import { setUp } from "../set-up.ts";

/** Statement that logs the document's address. */
export const logStart =
  "log({ time: new Date().toISOString(), message: `http://localhost:${port}/openapi.json` });";

/** How `src/server.ts` starts an application on `port`, and what `stop` does before the process ends. */
export interface Starting {
  readonly start: string;
  readonly stop: string;
}

/** `src/server.ts` */
export function serverModule(serving: Serving, { start, stop }: Starting): string {
  const { imports, lines } = setUp(serving);
  return `import { existsSync } from "node:fs";
import { createApp } from "./app.ts";
import type { Log } from "./http/serve.ts";
${imports}
if (existsSync(".env")) process.loadEnvFile();

const log: Log = (entry) => {
  process.stdout.write(\`\${JSON.stringify(entry)}\\n\`);
};

${lines}const port = Number(process.env["PORT"] ?? 3000);
${start}

/** Answers what is under way, then ends. */
function stop(): void {
  ${stop}
  setTimeout(() => process.exit(1), 10_000).unref();
}

process.once("SIGINT", stop).once("SIGTERM", stop);
`;
}

/** Stops a server of Node's `http` that `listen(port)` created. */
export const stopServer = `server.close(() => process.exit());
  server.closeIdleConnections();`;

/** `tests/app.ts`, if the application's `listen(port)` returns a server of Node's `http`. */
export const testAppModule = `import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createApp } from "../src/app.ts";
import type { Outside } from "../src/http/serve.ts";

/** The application on a free port. */
export async function startApp(outside: Outside): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createApp(outside).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  return {
    url: \`http://127.0.0.1:\${port}\`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
`;
