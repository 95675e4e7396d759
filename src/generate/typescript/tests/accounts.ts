import {
  namesOf,
  policyOf,
  signInLimits,
  twoAccounts,
  type ApiDefinition,
  type Example,
} from "../../../api/index.ts";
import { code, imported, joinModule, joined, ts, type Code } from "../../../code/index.ts";
import { attacksOn, signInsOf, suspensionOf, trespassesOn } from "../../attacks.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { loginOf, preparations } from "../../examples.ts";
import { prepared, sent } from "./calls.ts";
import { textOf, valueOf } from "./values.ts";

/** Tests of attacks on other accounts' records. */
const trespassTests = (api: ApiDefinition): Code =>
  joined(
    trespassesOn(api).map((trespass) => {
      const { words, attacks } = trespass;
      const steps = preparations(trespass, prepared);
      const tried = attacks.map(
        ({ method, path, body }) =>
          ts`await refuse(mine, { method: ${method}, path: ${textOf(path)}${body ? ts`, body: ${valueOf(body)}` : code("")} });`,
      );
      return ts`it(${`can do nothing to ${words} records of others`}, async () => {
    const [mine, other] = await two();
    ${joined([...steps, ...tried])}
  });

  `;
    }),
    "",
  );

/** Tests of attacks by an account without a role. */
function attackTests(api: ApiDefinition): Code {
  const people = twoAccounts(api);
  const attacks = attacksOn(api);
  const policy = policyOf(api);
  const signIns = signInsOf(api);
  if (!policy || !signIns || !attacks.length) return code("");
  const root = `/api/${namesOf(policy.account.resource).plural.kebab}`;
  const signUp = people.map(
    ({ register, login }) =>
      ts`${joined(register.map((call) => prepared(call, "")))}
    people.push(await signedIn(${login.body ?? {}}));`,
  );
  const suspension = suspensionOf(api);
  const suspended = suspension
    ? ts`it("is let in no longer once it is not ${code(suspension.active)}", async () => {
    const [mine] = await two();
    const own = \`${code(root)}/\${mine.id}\`;
    await client.post(\`\${own}/${code(suspension.path)}\`, undefined);
    expect((await client.send("GET", own, undefined, mine.token)).status).toBe(403);
  });

  `
    : code("");
  const changed = signIns.change
    ? ts`it("has no tokens of before its password was changed", async () => {
    const [mine] = await two();
    const own = \`${code(root)}/\${mine.id}\`;
    const text = JSON.stringify(${signIns.change});
    expect((await client.send("PUT", own, { contentType: "application/json", text }, mine.token)).status).toBe(200);
    expect((await client.send("GET", own, undefined, mine.token)).status).toBe(401);
    const { token } = await signedIn(${signIns.wrong});
    expect((await client.send("GET", own, undefined, token)).status).toBe(200);
  });

  `
    : code("");
  const { named } = signIns;
  const untold = named
    ? ts`it(${`answers a taken ${named.identity} like a free one`}, async () => {
    const [mine] = await two();
    const answersTo = async (body: { readonly ${code(named.identity)}: string; readonly [member: string]: unknown }): Promise<readonly (readonly [number, unknown])[]> => {
      const contentType = "application/json";
      const whole = { contentType, text: JSON.stringify(body) };
      const name = { contentType, text: JSON.stringify({ ${code(named.identity)}: body.${code(named.identity)} }) };
      const answers = [
        await client.send("POST", ${root}, whole, "missing"),
        await client.send("POST", ${root}, whole, mine.token),
        await client.send("PATCH", \`${code(root)}/\${mine.id}\`, name, mine.token),
        await client.send("POST", "/api/auth/register", whole, "missing"),
      ];
      return answers.map((answer) => [answer.status, answer.body]);
    };
    const taken = await answersTo(${named.taken});
    expect(taken.slice(0, 3).map(([status]) => status)).toEqual([401, 403, 403]);
    expect(await answersTo(${named.free})).toEqual(taken);
  });

  `
    : code("");
  return ts`interface Person {
  readonly id: string;
  readonly token: { readonly authorization: string };
}

async function signedIn(login: object): Promise<Person> {
  const { body } = await client.post("/api/auth/login", login);
  const { token } = body as { readonly token: string }; // every session has one
  return { id: decodeJwt(token).sub ?? "", token: { authorization: \`Bearer \${token}\` } };
}

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const attacks: readonly Attack[] = ${attacks};

async function refuse({ token }: Person, { method, path, body }: Attack): Promise<void> {
  const text = body && { contentType: "application/json", text: JSON.stringify(body) };
  const { status } = await client.send(method, path, text, token);
  expect({ method, path, status }).toEqual({ method, path, status: 403 });
}

async function two(): Promise<readonly [Person, Person]> {
    const people: Person[] = [];
    ${joined(signUp)}
    return people as unknown as readonly [Person, Person]; // two signed in
  }

describe("an account without the admin role", () => {
  it("cannot change others or its own role", async () => {
    const [mine, other] = await two();
    const named = (text: string): string => text.replaceAll("$mine", mine.id).replaceAll("$other", other.id);
    for (const attack of attacks) await refuse(mine, JSON.parse(named(JSON.stringify(attack))) as Attack); // written as one
  });

  ${trespassTests(api)}it("logs in with any case of its name", async () => {
    await two();
    const login = ${signIns.shouted};
    expect((await client.post("/api/auth/login", login)).status).toBe(200);
  });

  it("answers a wrong password like an unknown account", async () => {
    await two();
    const known = await client.post("/api/auth/login", ${signIns.wrong});
    const unknown = await client.post("/api/auth/login", ${signIns.unknown});
    expect([known.status, known.body]).toEqual([401, unknown.body]);
  });

  ${untold}it("limits failed logins", async () => {
    const login = ${signIns.guess};
    const statuses: number[] = [];
    for (let tries = 0; tries <= ${signInLimits.failures}; tries++) statuses.push((await client.post("/api/auth/login", login)).status);
    expect(statuses.slice(-2)).toEqual([401, 429]);
  });

  it("has no tokens of before it logged out", async () => {
    const [mine, other] = await two();
    const read = async ({ id, token }: Person): Promise<number> => (await client.send("GET", \`${code(root)}/\${id}\`, undefined, token)).status;
    expect((await client.send("POST", "/api/auth/logout", undefined, mine.token)).status).toBe(204);
    expect([await read(mine), await read(other)]).toEqual([401, 200]);
    expect(await read(await signedIn(${signIns.login}))).toBe(200);
  });

  ${changed}${suspended}it("is let in no longer once it is deleted", async () => {
    const [mine] = await two();
    const own = \`${code(root)}/\${mine.id}\`;
    expect((await client.send("GET", own, undefined, mine.token)).status).toBe(200);
    await client.delete(own);
    expect((await client.send("GET", own, undefined, mine.token)).status).toBe(401);
  });
});

`;
}

/** `tests/accounts.test.ts`: what examples can't express, because each token is new. */
export function accountTests(
  api: ApiDefinition,
  examples: readonly Example[],
  runner: string,
): readonly GeneratedFile[] {
  const known = loginOf(api, examples);
  if (!known) return [];
  const { resource, login } = known;
  const path = "tests/accounts.test.ts";
  const signsUp = api.operations.some(({ binding }) => binding?.does === "register");
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

${attackTests(api)}describe("a server that only checks tokens", () => {
  it("has no accounts", async () => {
    const db = {} as ${imported("/src/database.ts", "type Database")}; // it is never asked
    await expect(${imported("/src/accounts.ts", "logIn")}(db, ${login.call.body ?? {}} as never, undefined)).rejects.toMatchObject({ status: 503 });
    ${
      signsUp
        ? ts`await expect(${imported("/src/accounts.ts", "register")}(db, {} as never, undefined)).rejects.toMatchObject({ status: 503 });
    `
        : code("")
    }await expect(${imported("/src/accounts.ts", "logOut")}(db, undefined, undefined)).rejects.toMatchObject({ status: 503 });
  });
});`;
  return [{ path, text: joinModule(path, [text]) }];
}
