import type { ApiDefinition, Policy, Rule } from "../../../api/index.ts";
import { code, imported, joined, joinModule, ts, type Code } from "../../../code/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { modelNames } from "../typescript-names.ts";
import { policyIn, type Policed } from "../../tokens.ts";
import { accountNames } from "./accounts.ts";

const Problem = imported("/src/problem.ts", "Problem");
const database = imported("/src/database.ts", "type Database");

/** Returns the rule for the table, with the function that reads the record. */
function ruleText(rule: Rule, api: ApiDefinition): Code {
  if (rule.who !== "owner") return ts`${rule}`;
  const { resource: name, record, ...said } = rule;
  const resource = api.resources.find((resource) => resource.name === name);
  if (!resource || !record) return ts`${said}`;
  const { module, get } = modelNames(resource);
  return ts`{ who: "owner", field: ${said.field}, list: ${said.list}, get: ${imported(`/${module}`, get)} }`;
}

const module = (policy: Policy, api: ApiDefinition): Code => {
  const names = modelNames(policy.account.resource);
  const { admin, active, account } = policy;
  const rules = Object.entries(policy.rules).map(
    ([operation, rule]) => ts`${code(operation)}: ${ruleText(rule, api)},`,
  );
  const is = (meaning: NonNullable<Policy["admin"]>): Code =>
    ts`account.${code(meaning.field)} === ${meaning.values[0] ?? null}`;
  return ts`
/** Who may call an operation; an administrator may call all of them. */
type Rule =
  | { readonly who: "account" }
  | { readonly who: "admin" }
  /** The account that the path names; what is frozen only an administrator changes. */
  | { readonly who: "self"; readonly frozen: readonly string[] }
  /** Whose id the record has in the field; \`get\` where the path names the record. */
  | {
      readonly who: "owner";
      readonly field: string;
      readonly list: boolean;
      readonly get?: (db: ${database}, id: string) => Promise<object | undefined>;
    };

const rules: Readonly<Record<string, Rule>> = {
  ${joined(rules)}
};

/** What a request says that a rule looks at. */
export interface Asked {
  readonly id?: unknown;
  readonly body?: unknown;
  readonly query?: unknown;
}

export const isId = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Addresses are the same in any case; so they are stored in one. */
function normalise(body: unknown): void {
  const given = member(body, ${account.identity.name});
  if (typeof given === "string") Object.assign(body as object, { ${code(account.identity.name)}: given.trim().toLowerCase() }); // it has a member
}

/** Tokens of another issuer have no stamp. */
async function stampFor(db: Database, account: ${imported(`/${names.module}`, `type ${names.type}`)}): Promise<string | undefined> {
  const found = await ${imported(`/${names.module}`, accountNames(account).find)}(db, account.${code(account.identity.name)});
  return found && ${imported("/src/password.ts", "stampOf")}(found.hash);
}

/**
 * Lets the account in that a token names if it may call the operation; otherwise a 401 or 403. A token of an operator
 * (scope admin) may call all of them, and needs no account.
 */
export async function authorize(db: Database, claims: ${imported("jose", "type JWTPayload")}, operation: string, { id, body, query }: Asked): Promise<void> {
  if (${policyBodies(policy)}.includes(operation)) normalise(body);
  if (claims["scope"] === "admin") return;
  const account = isId(claims.sub) ? await ${imported(`/${names.module}`, names.get)}(db, claims.sub) : undefined;
  if (!account || (claims["stamp"] !== undefined && claims["stamp"] !== (await stampFor(db, account)))) throw new ${Problem}(401);
  ${active ? ts`if (!(${is(active)})) throw new Problem(403);` : code("")}
  ${admin ? ts`if (${is(admin)}) return;` : code("")}
  const rule = rules[operation];
  if (!rule || rule.who === "admin") throw new Problem(403);
  if (rule.who === "account") return;
  if (rule.who === "self") {
    if (String(id).toLowerCase() !== account.id.toLowerCase()) throw new Problem(403);
    const changed = rule.frozen.some((field) => {
      const given = member(body, field);
      return given !== undefined && given !== member(account, field);
    });
    if (changed) throw new Problem(403);
    return;
  }
  const isOwn = (value: unknown): boolean => String(value).toLowerCase() === account.id.toLowerCase();
  if (rule.list && !isOwn(member(query, rule.field))) throw new Problem(403);
  if (rule.get && isId(id)) {
    const record = await rule.get(db, id);
    if (!record) throw new Problem(404);
    if (!isOwn(member(record, rule.field))) throw new Problem(403);
  }
  const given = member(body, rule.field);
  if (given !== undefined && !isOwn(given)) throw new Problem(403);
}
`;
};

/** Operations whose bodies contain an account's identity. */
const policyBodies = ({ account }: Policy): readonly string[] =>
  ["create", "update", "patch"].map((verb) => `${verb}${account.resource.name}`);

/** `src/token.ts`: creates a token for the operator, who has the secret. */
const tokenModule = ts`
if (${imported("node:fs", "existsSync")}(".env")) process.loadEnvFile();

const sign = ${imported("/src/auth.ts", "tokenSigner")}(${imported("/src/auth.ts", "authSettings")}(process.env));
if (!sign) throw new Error("Tokens are signed where JWKS_URL is: ask for one with the scope admin there.");
process.stdout.write(\`\${await sign("operator", { scope: "admin" })}\n\`);
`;

export function authorizationFiles(api: ApiDefinition, options: Policed): readonly GeneratedFile[] {
  const policy = policyIn(api, options);
  if (!policy) return [];
  const file = (path: string, part: Code): GeneratedFile => ({ path, text: joinModule(path, [part]) });
  return [file("src/authorization.ts", module(policy, api)), file("src/token.ts", tokenModule)];
}
