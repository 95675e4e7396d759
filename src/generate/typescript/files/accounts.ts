import { capital } from "../../../lib/index.ts";
import {
  accountOf,
  isRegistrationOpen,
  registrationFields,
  type Account,
  type ApiDefinition,
  type Resource,
} from "../../../api/index.ts";
import { code, imported, joinModule, ts, type Code } from "../../../code/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { modelNames } from "../typescript-names.ts";
import { accountIn, refusedRole } from "../../tokens.ts";

const Problem = imported("/src/problem.ts", "Problem");
const database = imported("/src/database.ts", "type Database");

/** Returns the names of an account's parts in generated code. */
export function accountNames({ resource }: Account) {
  const names = modelNames(resource);
  return {
    module: `/${names.module}`,
    registration: `${names.names.camel}Registration`,
    login: `${names.names.camel}Login`,
    /** Exported by the model: `(db, identity)` returns `{ id, hash }`, or undefined. */
    find: `find${names.type}Credentials`,
    /** Exported by the model: `(db, { id, hash }, next)`; does nothing if the hash has changed. */
    replace: `replace${names.type}Hash`,
    create: names.create,
    input: names.input,
    get: names.get,
    type: names.type,
  };
}

/** Adds the schemas of register and login bodies to the account's model. */
function accountSchemas(account: Account): Code {
  const { registration, login, input } = accountNames(account);
  const picked = Object.fromEntries(registrationFields(account).map(({ name }) => [name, true]));
  const z = imported("zod", "z");
  const text = imported("/src/validation.ts", "text");
  const registered = ts`/** What somebody gives to register; the rest starts as it does by default, and is not theirs to choose. */
export const ${code(registration)} = ${code(input)}.pick(${picked});
export type ${code(capital(registration))} = ${z}.output<typeof ${code(registration)}>;

`;
  return ts`${isRegistrationOpen(account) ? registered : code("")}/** What somebody logs in with. */
export const ${code(login)} = ${z}.strictObject({
  ${code(account.identity.name)}: ${text},
  ${code(account.secret.name)}: ${text},
});
export type ${code(capital(login))} = ${z}.output<typeof ${code(login)}>;`;
}

/** Returns the function that registers, if everybody may. It refuses an administrator's role where a role is required. */
function registers(account: Account): Code {
  if (!isRegistrationOpen(account)) return code("");
  const names = accountNames(account);
  const model = (name: string): Code => imported(names.module, name);
  const identity = code(account.identity.name);
  const refused = refusedRole(account);
  const refusal = refused
    ? ts`if (input.${code(refused.field)} === ${refused.value}) throw new Problem(403);
  `
    : code("");
  return ts`/** Makes the record of somebody who has no token yet. */
export async function register(db: ${database}, input: ${model(`type ${capital(names.registration)}`)}, sign: Sign | undefined): Promise<${model(`type ${names.type}`)}> {
  signer(sign);
  ${refusal}return ${model(names.create)}(db, ${model(names.input)}.parse({ ...input, ${identity}: input.${identity}.trim().toLowerCase() }));
}

`;
}

const module = (account: Account): Code => {
  const { identity, secret } = account;
  const names = accountNames(account);
  const model = (name: string): Code => imported(names.module, name);
  return ts`
/** A token, and the seconds until it expires. */
export interface Session {
  readonly token: string;
  readonly expiresIn: number;
}

/** Only who can sign tokens has accounts to sign in to. */
function signer(sign: ${imported("/src/auth.ts", "type Sign")} | undefined): Sign {
  if (sign) return sign;
  throw new ${Problem}(503, [{ path: "", message: "signs no tokens; register and log in where its tokens come from" }]);
}

${registers(account)}// Nobody has this password: who is unknown takes as long to refuse as who is not.
const nobody = ${imported("/src/password.ts", "hashSecret")}(${imported("node:crypto", "randomUUID")}());

/** A token for whoever knows the password; otherwise a 401 that does not say what was wrong. */
export async function logIn(db: ${database}, input: ${model(`type ${capital(names.login)}`)}, sign: Sign | undefined): Promise<Session> {
  const issue = signer(sign);
  const found = await ${model(names.find)}(db, input.${code(identity.name)}.trim().toLowerCase());
  const known = await ${imported("/src/password.ts", "verifySecret")}(input.${code(secret.name)}, found?.hash ?? (await nobody));
  if (!found || !known) throw new Problem(401);
  return { token: await issue(found.id, { stamp: ${imported("/src/password.ts", "stampOf")}(found.hash) }), expiresIn: ${imported("/src/auth.ts", "tokenLifetime")} };
}

/** Ends all tokens that an account was given; an operator's token has no account. */
export async function logOut(db: Database, id: string | undefined, sign: Sign | undefined): Promise<void> {
  signer(sign);
  const account = ${imported("/src/authorization.ts", "isId")}(id) ? await ${model(names.get)}(db, id) : undefined;
  const found = account && (await ${code(names.find)}(db, account.${code(identity.name)}));
  if (!found) throw new Problem(403);
  await ${model(names.replace)}(db, found, ${imported("/src/password.ts", "renewed")}(found.hash));
}
`;
};

/** `src/accounts.ts` */
export function accountFiles(api: ApiDefinition): readonly GeneratedFile[] {
  const account = accountOf(api);
  return account ? [{ path: "src/accounts.ts", text: joinModule("src/accounts.ts", [module(account)]) }] : [];
}

/** Returns the additions to the account's model; none for other resources. */
export function accountModel(resource: Resource, api: ApiDefinition): readonly Code[] {
  const account = accountIn(resource, api);
  return account ? [accountSchemas(account)] : [];
}
