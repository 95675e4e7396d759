import type { Spec } from "../../spec.ts";
import type { Facts } from "./facts.ts";
import { nameOf } from "./facts.ts";
import { alike, type Entity } from "./families.ts";
import { membersOf, typesOf } from "./schema-members.ts";
import { resolve } from "../shape.ts";
import { words } from "./path-words.ts";

/** The accounts of an API and how they sign in. */
export interface Accounts {
  readonly entity: Entity;
  readonly login: Facts;
  /** Members that identify an account, and the secret one. */
  readonly names: readonly string[];
  readonly password: string;
  /** The security scheme of its token. */
  readonly scheme: string | undefined;
}

const querySent = ({ operation }: Facts): readonly string[] =>
  operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);

/** Returns the members that a request sends in its body or query. */
export const sentNames = (facts: Facts): readonly string[] => [
  ...Object.keys(facts.sent?.members.properties ?? {}),
  ...querySent(facts),
];

/** Returns the path of the token in a response: empty if the response is the token, undefined if it has none. */
export function tokenWay(spec: Spec, { answer }: Facts): readonly string[] | undefined {
  if (!answer) return undefined;
  if (typesOf(resolve(spec, answer)).join() === "string") return [];
  const seek = (members: ReturnType<typeof membersOf>, depth: number): readonly string[] | undefined => {
    for (const [name, member] of Object.entries(members?.properties ?? {})) {
      if (words.token.test(name) && !membersOf(spec, member)) return [name];
      const inner = depth < 2 ? seek(membersOf(spec, member), depth + 1) : undefined;
      if (inner) return [name, ...inner];
    }
    return undefined;
  };
  return seek(membersOf(spec, answer), 0);
}

export const isLogin = (spec: Spec, facts: Facts): boolean =>
  (facts.operation.method === "post" || facts.operation.method === "get") &&
  facts.parts.at(-1)?.parameter === undefined &&
  words.login.test(nameOf(facts.parts)) &&
  sentNames(facts).some((name) => words.password.test(name)) &&
  sentNames(facts).some((name) => words.login_name.test(name)) &&
  tokenWay(spec, facts) !== undefined;

/** Whether credentials may tell who calls: tokens of accounts, which public operations take too, or an operation's own. */
export const knowsCaller = (accounts: Pick<Accounts, "scheme">, { operation }: Facts): boolean =>
  accounts.scheme !== undefined || operation.security.length > 0;

/** Returns the scheme whose credential is one of our tokens. */
function schemeOf({ securitySchemes, operations }: Spec): string | undefined {
  const used = new Set(operations.flatMap(({ security }) => security.flatMap((item) => Object.keys(item))));
  return Object.entries(securitySchemes).find(
    ([name, securityScheme]) =>
      used.has(name) &&
      ((securityScheme.type === "http" && securityScheme.scheme === "bearer") ||
        (securityScheme.type === "apiKey" &&
          securityScheme.in === "header" &&
          /^authorization$/i.test(securityScheme.name))),
  )?.[0];
}

/** Returns the accounts of an API with a login; undefined if it has none. */
export function accountsOf(
  spec: Spec,
  facts: readonly Facts[],
  entities: readonly Entity[],
): Accounts | undefined {
  const login = facts.find((fact) => isLogin(spec, fact));
  if (!login) return undefined;
  const hasPassword = (entity: Entity): boolean =>
    entity.sent.some(({ members }) =>
      Object.keys(members.properties).some((name) => words.password.test(name)),
    );
  const isCurrent = ({ families }: Entity): boolean =>
    families.some((family) =>
      family.all.some((item) => item.operation.method === "get" && words.current.test(nameOf(item.parts))),
    );
  const named = entities.filter(
    ({ noun, shown }) =>
      /^(user|account|member|customer|person|client|admin|profile)$/.test(noun) ||
      (login.shown && shown.some((place) => place.ref !== undefined && place.ref === login.shown?.ref)),
  );
  const entity =
    entities.find((entity) => hasPassword(entity) && (isCurrent(entity) || named.includes(entity))) ??
    entities.find(
      (entity) =>
        isCurrent(entity) &&
        entity.shown.some(({ members }) =>
          Object.keys(members.properties).some((name) => words.login_name.test(name)),
        ),
    ) ??
    named.find(
      (entity) => login.shown && entity.shown.some((place) => login.shown && alike(place, login.shown) > 0.5),
    );
  if (!entity) return undefined;
  const names = sentNames(login).filter((name) => words.login_name.test(name));
  const password = sentNames(login).find((name) => words.password.test(name)) ?? "password";
  return { entity, login, names, password, scheme: schemeOf(spec) };
}
