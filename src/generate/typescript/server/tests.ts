import type { Earlier, OperationTests, SpecTest, TestRequest } from "../../../api/index.ts";
import { testCredentials } from "../../specification/server/credentials.ts";
import { testAccount } from "../../specification/server/seeds.ts";
import { isNamed, needsSeeds } from "../../specification/server/written-tests.ts";
import { literal } from "../client/typescript-literals.ts";
import type { Serving } from "../../specification/server/contracts.ts";

/** `tests/client.ts`: sends the requests that tests describe. */
export function testClientModule(serving: Serving, runner: string): string {
  const { server, store } = serving;
  const stored = store !== undefined;
  const { signs: bearer, scopes, settings, places } = testCredentials(serving, ({ variable }) => variable);
  const account = testAccount(server);
  const kinds = Object.entries(places).map(([name, place]) => [name, ...place]);
  return `${bearer ? 'import { SignJWT } from "jose";\n' : ""}import { afterAll, beforeAll } from "${runner}";
import { ${stored ? "signerFrom, " : ""}verifiersFrom } from "../src/security.ts";
${stored ? `${account ? 'import { seed } from "../src/store/seeding.ts";\n' : ""}import { openStore } from "../src/store/${store.module}.ts";\n${account ? 'import { tables } from "../src/store/resources.ts";\n' : ""}import { plant } from "../src/store/seeds.ts";\nimport type { Store } from "../src/store/store.ts";\n` : ""}import { startApp } from "./app.ts";
${stored ? 'import { openTestDatabase, type TestDatabase } from "./database.ts";\n' : ""}
export interface Sent {
  readonly headers?: { readonly [name: string]: string };
  /** Schemes whose credentials are sent; those of them that are sent wrong. */
  readonly credentials?: readonly string[];
  readonly wrong?: readonly string[];
  readonly body?:
    | { readonly type: string; readonly json: unknown }
    | { readonly type: string; readonly text: string }
    | { readonly type: string; readonly form: { readonly [name: string]: unknown }; readonly files: readonly string[] };
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Paths of a problem's errors. */
  readonly paths: readonly string[];
}

const settings = ${literal(settings)};
${
  bearer
    ? `const signed = { issuer: "https://issuer.test", audience: "api", secret: "a secret of the tests, 32 characters or more" };
const environment = { ...settings, JWT_ISSUER: signed.issuer, JWT_AUDIENCE: signed.audience, JWT_SECRET: signed.secret };
const sign = (subject: string): Promise<string> => new SignJWT({ scope: ${literal(scopes)} })
  .setProtectedHeader({ alg: "HS256" })
  .setSubject(subject)
  .setIssuer(signed.issuer)
  .setAudience(signed.audience)
  .setIssuedAt()
  .setExpirationTime("1 hour")
  .sign(new TextEncoder().encode(signed.secret));
let token = await sign("somebody");`
    : `const environment: NodeJS.ProcessEnv = settings;
const token = "none";`
}
const schemes: readonly (readonly [name: string, kind: string, place: string, parameter: string])[] = ${literal(kinds)};

/** Puts the credential of a scheme where it belongs. */
function authorise(url: URL, headers: Headers, name: string, good: boolean): void {
  const [, kind, place, parameter = ""] = schemes.find((one) => one[0] === name) ?? [];
  const key = good ? "a-good-key" : "a-wrong-key";
  if (kind === "bearer") headers.set("authorization", \`Bearer \${good ? token : "nonsense"}\`);
  else if (kind === "basic") headers.set("authorization", \`Basic \${btoa(good ? "somebody:secret" : "somebody:else")}\`);
  else if (place === "query") url.searchParams.set(parameter, key);
  else if (place === "cookie") headers.set("cookie", [headers.get("cookie"), \`\${encodeURIComponent(parameter)}=\${key}\`].filter(Boolean).join("; "));
  else headers.set(parameter, key);
}

function payload(body: NonNullable<Sent["body"]>, headers: Headers): string | FormData {
  if ("form" in body && body.type.startsWith("multipart/")) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body.form)) {
      for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
        if (body.files.includes(name)) form.append(name, new Blob(["content"]), "file.bin");
        else form.append(name, typeof one === "string" ? one : JSON.stringify(one));
      }
    }
    return form;
  }
  headers.set("content-type", body.type);
  if ("json" in body) return JSON.stringify(body.json);
  if ("text" in body) return body.text;
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body.form)) {
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) form.append(name, typeof one === "string" ? one : JSON.stringify(one));
  }
  return form.toString();
}

const pathsOf = (body: unknown): readonly string[] => {
  const errors = typeof body === "object" && body !== null && "errors" in body ? body.errors : [];
  return Array.isArray(errors) ? errors.map((error: { readonly path: string }) => error.path) : [];
};

/** The application${stored ? " over a database of its own" : ""}, and a way to call it. */
export function testClient() {
  let url = "";
  let close: (() => Promise<void>) | undefined;
${stored ? "  let database: TestDatabase;\n  let store: Store;\n" : ""}
  beforeAll(async () => {
    ${stored ? "database = await openTestDatabase();\n    const { db } = database;\n    store = openStore(async () => db, environment);\n    " : ""}const outside = { ${stored ? "store, sign: signerFrom(environment), " : ""}verifiers: verifiersFrom(environment), log: () => {} };
    ({ url, close } = await startApp(outside));
  });
  afterAll(async () => {
    await close?.();
${stored ? "    await database.close();\n" : ""}  });

  async function send(method: string, path: string, { headers = {}, credentials = [], wrong = [], body }: Sent = {}): Promise<Answer> {
    const target = new URL(url + ${literal(encodeURI(server.base))} + path);
    const all = new Headers(headers);
    for (const name of credentials) authorise(target, all, name, !wrong.includes(name));
    const sent = body && payload(body, all);
    const response = await fetch(target, { method, headers: all, ...(sent === undefined ? {} : { body: sent }) });
    const text = await response.text();
    const answer: unknown = /json/.test(response.headers.get("content-type") ?? "") && text !== "" ? JSON.parse(text) : text;
    return { status: response.status, body: answer, paths: pathsOf(answer) };
  }

  return {
    send,
${stored ? emptyText(account) : ""}    /** The object that a request answers, which must succeed. */
    async made(method: string, path: string, sent?: Sent): Promise<{ readonly [member: string]: unknown }> {
      const { status, body } = await send(method, path, sent);
      if (status >= 300) throw new Error(\`\${method} \${path}: \${status} \${JSON.stringify(body)}\`);
      return typeof body === "object" ? { ...body } : {};
    },
    /** What names lead to in an answer. */
    memberOf: (body: unknown, ...names: readonly string[]): string =>
      String(names.reduce<unknown>((found, name) => (typeof found === "object" && found !== null ? (found as { readonly [member: string]: unknown })[name] : undefined), body)),
  };
}
`;
}

/** Generates the setup of tests: only the seeds' records, and one account if there is a login. */
function emptyText(testUser: ReturnType<typeof testAccount>): string {
  if (!testUser)
    return "    /** Leaves no records but those of the seeds. */\n    async empty() {\n      await database.clear();\n      await plant(store, environment);\n    },\n";
  const { account, record } = testUser;
  return `    /** Leaves no records but those of the seeds, and an account that the credentials are of. */
    async empty() {
      await database.clear();
      await plant(store, environment);
      await seed(store, { ${account.name}: [${literal(record)}] });
      const table = tables[${literal(account.name)}];
      const [account] = table ? await store.find(table, [], { limit: 1 }) : [];
      token = await sign(String(account?.[${literal(account.key[0] ?? "")}]));
    },
`;
}

const pathText = (path: readonly (string | Earlier)[]): string => {
  const pieces: string[] = [];
  for (const piece of path) {
    const last = pieces.at(-1);
    if (typeof piece === "object")
      pieces.push(
        piece.member.length === 1
          ? `encodeURIComponent(String(made${piece.request}[${literal(piece.member[0])}]))`
          : `encodeURIComponent(client.memberOf(made${piece.request}, ${piece.member.map((name) => literal(String(name))).join(", ")}))`,
      );
    else if (last?.startsWith('"'))
      pieces[pieces.length - 1] = literal(`${JSON.parse(last) as string}${piece}`);
    else pieces.push(literal(piece));
  }
  return pieces.filter((piece) => piece !== '""' || pieces.length === 1).join(" + ");
};

function bodyText(body: NonNullable<TestRequest["body"]>): string {
  if (!("text" in body) || body.repeat === undefined) return literal(body);
  return `{ type: ${literal(body.type)}, text: ${literal(body.text)}.repeat(${body.repeat}) }`;
}

function sentText({ method, path, headers, body, credentials, wrong = [] }: TestRequest): string {
  const parts = [
    ...(Object.keys(headers).length ? [`headers: ${literal(headers)}`] : []),
    ...(credentials.length ? [`credentials: ${literal(credentials)}`] : []),
    ...(wrong.length ? [`wrong: ${literal(wrong)}`] : []),
    ...(body ? [`body: ${bodyText(body)}`] : []),
  ];
  return `(${literal(method)}, ${pathText(path)}${parts.length ? `, { ${parts.join(", ")} }` : ""})`;
}

function testText(test: SpecTest, stored: boolean): string {
  const { name, before, request, status, body, issue } = test;
  const lines = [
    ...(stored && needsSeeds(test) ? ["await client.empty();"] : []),
    ...before.map(
      (request, n) => `${isNamed(test, n) ? `const made${n} = ` : ""}await client.made${sentText(request)};`,
    ),
    `const answer = await client.send${sentText(request)};`,
    `expect(answer.status).toBe(${status});`,
    ...(body && Object.keys(body).length ? [`expect(answer.body).toMatchObject(${literal(body)});`] : []),
    ...(issue === undefined ? [] : [`expect(answer.paths).toContain(${literal(issue)});`]),
  ];
  return `  it(${literal(name.slice(0, 300))}, async () => {\n    ${lines.join("\n    ")}\n  });`;
}

/** `tests/<group>.test.ts` */
export function testModule(
  tests: readonly OperationTests[],
  { runner, stored }: { readonly runner: string; readonly stored: boolean },
): string {
  const groups = tests.map(({ operation, tests: specTests, missing, todo }) => {
    const heading = `${operation.method.toUpperCase()} ${operation.path}`;
    const open = [missing, todo].flatMap((text) =>
      text === undefined ? [] : [`  it.todo(${literal(text.slice(0, 300))});`],
    );
    const body = [
      ...(missing === undefined ? specTests.map((test) => testText(test, stored)) : []),
      ...open,
    ].join("\n\n");
    return `describe(${literal(heading)}, () => {\n${body}\n});\n`;
  });
  const text = groups.join("\n");
  // If all tests are still to be written, nothing is called.
  const names = ["describe", ...(text.includes("expect(") ? ["expect"] : []), "it"].join(", ");
  const client = /\bclient\./.test(text)
    ? `import { testClient } from "./client.ts";\n\nconst client = testClient();\n`
    : "";
  return `import { ${names} } from "${runner}";\n${client}\n${text}`;
}
