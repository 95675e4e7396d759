import { code, imported, ts, type Code } from "../../../code/index.ts";

const tokens = imported("/tests/tokens.ts", "tokens");

/** What a client does with `send`, to the end of its module. */
export const calls = ts`  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(method, path, body === undefined ? undefined : { contentType: "application/json", text: JSON.stringify(body) });

  return {
    send,
    get: (path: string) => call("GET", path),
    post: (path: string, body?: unknown) => call("POST", path, body),
    put: (path: string, body?: unknown) => call("PUT", path, body),
    patch: (path: string, body?: unknown) => call("PATCH", path, body),
    delete: (path: string) => call("DELETE", path),
    /** The record that a request answers, which must succeed. */
    async record(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>> & { readonly id: string }> {
      const answer = await call(method, path, body);
      if (answer.status >= 300) throw new Error(\`\${method} \${path}: \${answer.status} \${JSON.stringify(answer.body)}\`);
      return answer.body as { readonly id: string }; // every record has one
    },
  };
}

function errorsOf(body: unknown): Answer["errors"] {
  if (typeof body !== "object" || body === null || !("errors" in body)) return [];
  return body.errors as Answer["errors"]; // every problem's errors have this shape
}
`;

/** `tests/client.ts` */
export const clientModule = (runner: string, auth: boolean): Code => ts`
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** A problem's errors. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

/** A body that is sent as it stands. */
export interface Raw {
  readonly contentType: string;
  readonly text: string;
}

/** The application over a database that is empty before each test, and a way to call it. */
export function testClient() {
  let database: ${imported("/tests/database.ts", "type TestDatabase")};
  let app: ${imported("/tests/app.ts", "type RunningApp")};

  ${imported(runner, "beforeAll")}(async () => {
    database = await ${imported("/tests/database.ts", "openTestDatabase")}();
    app = await ${imported("/tests/app.ts", "startApp")}(database.db);
  });
  ${imported(runner, "beforeEach")}(() => database.clear());
  ${imported(runner, "afterAll")}(async () => {
    await app.close();
    await database.close();
  });

  async function send(method: string, path: string, raw?: Raw${auth ? ts`, token: keyof typeof ${tokens} | { readonly authorization: string } = "valid"` : code("")}): Promise<Answer> {
    ${code(auth ? 'const authorization = typeof token === "string" ? tokens[token] : token.authorization;' : "")}
    const response = await fetch(new URL(path, app.url), {
      method,
      ${
        auth
          ? code(
              'headers: { ...(authorization ? { authorization } : {}), ...(raw ? { "content-type": raw.contentType } : {}) },\n      ...(raw ? { body: raw.text } : {}),',
            )
          : code('...(raw ? { headers: { "content-type": raw.contentType }, body: raw.text } : {}),')
      }
    });
    const text = await response.text();
    const body: unknown = text ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, body, errors: errorsOf(body) };
  }

${calls}`;
