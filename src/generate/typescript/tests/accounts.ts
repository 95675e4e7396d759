import { namesOf, resourceOf, type ApiDefinition, type Example } from "../../../api/index.ts";
import { code, imported, joinModule, joined, ts } from "../../../code/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { prepared, sent } from "./calls.ts";

/** `tests/accounts.test.ts`: what the examples can't say, as a token is new each time. */
export function accountTests(
  api: ApiDefinition,
  examples: readonly Example[],
  runner: string,
): readonly GeneratedFile[] {
  const operation = api.operations.find(({ binding }) => binding?.does === "login");
  const resource = operation && resourceOf(api, operation);
  const login = examples.find(
    ({ operationId, kind }) => operationId === operation?.operationId && kind === "success",
  );
  if (!resource || !login) return [];
  const path = "tests/accounts.test.ts";
  const text = ts`${code("", [{ from: runner, names: ["describe", "expect", "it"] }])}const client = ${imported("/tests/client.ts", "testClient")}();

describe("a token from login", () => {
  it("opens what is protected, and says whose it is", async () => {
    ${joined(login.before.map((call) => prepared(call, "")))}
    const session = await ${sent(login.call)};
    expect(session.status).toBe(200);
    const { token } = session.body as { readonly token: string }; // every session has one
    const { sub = "" } = ${imported("jose", "decodeJwt")}(token);
    const answer = await client.send("GET", \`${code(`/api/${namesOf(resource).plural.kebab}`)}/\${sub}\`, undefined, {
      authorization: \`Bearer \${token}\`,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: sub });
  });
});

describe("a server that only checks tokens", () => {
  it("has no accounts", async () => {
    const db = {} as ${imported("/src/database.ts", "type Database")}; // it is never asked
    await expect(${imported("/src/accounts.ts", "logIn")}(db, ${login.call.body ?? {}} as never, undefined)).rejects.toMatchObject({ status: 503 });
    await expect(${imported("/src/accounts.ts", "register")}(db, {} as never, undefined)).rejects.toMatchObject({ status: 503 });
  });
});`;
  return [{ path, text: joinModule(path, [text]) }];
}
