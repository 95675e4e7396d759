import type { ApiDefinition } from "../../../api/index.ts";
import { code, imported, ts, type Code } from "../../../code/index.ts";
import type { Options } from "../../contracts.ts";
import { testArguments, tokenArguments, tokenSetup } from "../files/auth.ts";

/** How `src/server.ts` uses `app`: it listens on `port`, and `stop` ends it before the process ends. */
export interface Listening {
  readonly listen: Code;
  readonly stop: Code;
}

/** The log entry with the address. */
export const started = "log({ time: new Date().toISOString(), message: `http://localhost:${port}/docs` });";

/** `src/server.ts`: statements that make the application, listen, and stop before the process ends. */
export const startModule = ({ make, listen, stop }: Listening & { readonly make: Code }): Code => ts`
if (${imported("node:fs", "existsSync")}(".env")) process.loadEnvFile();

const log = (entry: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(\`\${JSON.stringify(entry)}\n\`);
};

const port = Number(process.env["PORT"] ?? 3000);
${make}
${listen}

/** Answers what is under way, then ends. */
function stop(): void {
  ${stop}
  setTimeout(() => process.exit(1), 10_000).unref();
}

process.once("SIGINT", stop).once("SIGTERM", stop);
`;

/** The same for a definition; `isLate` if the application is a promise. */
export const serverModule = (
  api: ApiDefinition,
  options: Options,
  { urlVariable, isLate = false, ...listening }: Listening & Opening,
): Code =>
  startModule({
    ...listening,
    make: ts`${tokenSetup(api, options)}
/** Ends the process with one message: the stack of a database that does not open helps nobody. */
function giveUp(error: unknown): never {
  const causes = error instanceof AggregateError ? error.errors.map(String) : [String(error)];
  process.stderr.write(\`The database (${code(urlVariable)}) did not open: \${causes.join("; ")}\n\`);
  process.exit(1);
}

const db = await ${imported("/src/database.ts", "connect")}({ url: process.env[${urlVariable}], folder: "data" }).catch(giveUp);
const app = ${code(isLate ? "await " : "")}${imported("/src/app.ts", "createApp")}(db${tokenArguments(api, options)}, log);`,
  });

interface Opening {
  readonly urlVariable: string;
  readonly isLate?: boolean;
}

/** Stops an application that is, or returns, a server of Node's `http`. */
export const stopServer = (
  server: string,
): string => `${server}.close(() => void db.close().then(() => process.exit()));
  ${server}.closeIdleConnections();`;

/** Statements that start an application on a free port, from the arguments of `createApp`. */
export type Running = (body: Code) => Code;

/** The same if the application's `listen(port)` returns a server of Node's `http`. */
const listeningApp: Running = (
  body,
) => ts`const server = ${imported("/src/app.ts", "createApp")}(${body}).listen(0);
  await ${imported("node:events", "once")}(server, "listening");
  const { port } = server.address() as ${imported("node:net", "type AddressInfo")}; // a TCP server's address is an object
  return {
    url: \`http://127.0.0.1:\${String(port)}\`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };`;

const running = (parameter: Code, body: Code): Code => ts`
export interface RunningApp {
  readonly url: string;
  close(): Promise<void>;
}

/** The application on a free port. */
export async function startApp(${parameter}): Promise<RunningApp> {
  ${body}
}
`;

/** `tests/app.ts` of a definition. */
export const testAppModule = (api: ApiDefinition, options: Options, run = listeningApp): Code =>
  running(
    ts`db: ${imported("/src/database.ts", "type Database")}`,
    run(ts`db${testArguments(api, options)}`),
  );

/** The same of a specification. */
export const specTestApp = (run = listeningApp): Code =>
  running(ts`outside: ${imported("/src/http/serve.ts", "type Outside")}`, run(code("outside")));
