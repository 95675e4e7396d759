import { code, imported, joined, ts, type Code } from "../../../code/index.ts";

const token = ts`keyof typeof ${imported("/tests/tokens.ts", "tokens")} | { readonly authorization: string }`;

/** Generates a client's methods, up to the end of its module; `token` is the type of the caller's token, if needed. */
export const calls = (
  token: Code | undefined,
): Code => ts`  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
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
      if (answer.status >= 300) throw new Error(\`\${method} \${path}: \${String(answer.status)} \${JSON.stringify(answer.body)}\`);
      return answer.body as { readonly id: string }; // every record has one
    },
  };
}

type Call = (path: string, body?: unknown) => Promise<Answer>;

export interface TestClient {
  readonly send: (method: string, path: string, raw?: Raw${token ? ts`, token?: ${token}` : code("")}) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: Call;
  readonly put: Call;
  readonly patch: Call;
  readonly delete: (path: string) => Promise<Answer>;
  record(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>> & { readonly id: string }>;
}

function errorsOf(body: unknown): Answer["errors"] {
  if (typeof body !== "object" || body === null || !("errors" in body)) return [];
  return body.errors as Answer["errors"]; // every problem's errors have this shape
}
`;

/** Generates the version that a test sends with a change, if records have versions. */
export const match = (versioned: boolean): { readonly member: Code; readonly header: Code } => ({
  member: code(versioned ? "\n  /** The header If-Match. */\n  readonly match?: string;" : ""),
  header: code(versioned ? '...(raw?.match === undefined ? {} : { "if-match": raw.match })' : ""),
});

const headersOf = (auth: boolean, versioned: boolean): Code => {
  const type = '"content-type": raw.contentType';
  if (!auth && !versioned) return code(`...(raw ? { headers: { ${type} }, body: raw.text } : {}),`);
  const parts = [
    ...(auth ? [code("...(authorization ? { authorization } : {})")] : []),
    code(`...(raw ? { ${type} } : {})`),
    ...(versioned ? [match(versioned).header] : []),
  ];
  return ts`headers: { ${joined(parts, ", ")} },
      ...(raw ? { body: raw.text } : {}),`;
};

/** `tests/client.ts` */
export const clientModule = (
  runner: string,
  { auth, versioned }: { readonly auth: boolean; readonly versioned: boolean },
): Code => ts`
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** A problem's errors. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

/** A body that is sent unchanged. */
export interface Raw {
  readonly contentType: string;
  readonly text: string;${match(versioned).member}
}

/** The application over a database that is empty before each test, and a way to call it. */
export function testClient(): TestClient {
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

  async function send(method: string, path: string, raw?: Raw${auth ? ts`, token: ${token} = "valid"` : code("")}): Promise<Answer> {
    ${code(auth ? 'const authorization = typeof token === "string" ? tokens[token] : token.authorization;' : "")}
    const response = await fetch(new URL(path, app.url), {
      method,
      ${headersOf(auth, versioned)}
    });
    const text = await response.text();
    const body: unknown = text ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, body, errors: errorsOf(body) };
  }

${calls(auth ? token : undefined)}`;
