import { code, imported, ts, type Code } from "../../../code/index.ts";
import { calls, match } from "../../typescript/tests/client.ts";

const token = ts`keyof typeof ${imported("/tests/tokens.ts", "tokens")}`;

/** `<tests>/client.ts`: uses `node:http`, since old test runners have no fetch. */
export const clientModule = (
  runner: string,
  { auth, versioned }: { readonly auth: boolean; readonly versioned: boolean },
): Code => ts`
export interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
  /** A problem's errors. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

/** A body that is sent unchanged. */
export interface Raw {
  readonly contentType: string;
  readonly text: string;${match(versioned).member}
}

// Starting a database takes longer than a test.
const patience = 180_000;

/** The generated resources over a database that is empty before each test, and a way to call them. */
export function testClient(): TestClient {
  let database: ${imported("/tests/database.ts", "type TestDatabase")};
  let app: ${imported("/tests/app.ts", "type RunningApp")};

  ${imported(runner, "beforeAll")}(async () => {
    database = await ${imported("/tests/database.ts", "openTestDatabase")}();
    app = await ${imported("/tests/app.ts", "startApp")}(database.db);
  }, patience);
  ${imported(runner, "beforeEach")}(() => database.clear());
  ${imported(runner, "afterAll")}(async () => {
    await app.close();
    await database.close();
  }, patience);

  async function send(method: string, path: string, raw?: Raw${auth ? ts`, token: ${token} = "valid"` : code("")}): Promise<Answer> {
    ${code(auth ? "const authorization = tokens[token];" : "")}
    const sent = ${imported("node:http", "request")}(new URL(path, app.url), {
      method,
      agent: false,
      headers: {
        ${code(auth ? "...(authorization ? { authorization } : {})," : "")}
        ...(raw ? { "content-type": raw.contentType, "content-length": Buffer.byteLength(raw.text) } : {}),${match(versioned).header}
      },
    });
    sent.end(raw?.text);
    const [response] = (await ${imported("node:events", "once")}(sent, "response")) as [${imported("node:http", "type IncomingMessage")}]; // what the event gives
    let text = "";
    for await (const part of response.setEncoding("utf8")) text += String(part);
    const body: unknown = text ? JSON.parse(text) : undefined;
    const get = (name: string): string | null => {
      const value = response.headers[name.toLowerCase()];
      return value === undefined ? null : String(value);
    };
    return { status: response.statusCode ?? 0, headers: { get }, body, errors: errorsOf(body) };
  }

${calls(auth ? token : undefined)}`;
