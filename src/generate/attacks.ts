import {
  isRegistrationOpen,
  madeFor,
  namesOf,
  policyOf,
  sampleValue,
  spell,
  twoAccounts,
  wordsOf,
  type ApiDefinition,
  type Call,
} from "../api/index.ts";
import type { Json } from "../lib/index.ts";

/** A request that must be refused for an account without a role; `$mine` and `$other` stand for account ids. */
export interface Attack {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Returns requests with which an account attacks other accounts, and its own role. */
export function attacksOn(api: ApiDefinition): readonly Attack[] {
  const policy = policyOf(api);
  if (!policy) return [];
  const root = `/api/${namesOf(policy.account.resource).plural.kebab}`;
  const operations = api.operations.filter(({ path }) => path === root || path.startsWith(`${root}/{`));
  return [
    ...operations.map(({ operationId, method, path }) => ({
      method: method.toUpperCase(),
      path: path.replace("{id}", policy.rules[operationId]?.who === "admin" ? "$mine" : "$other"),
      ...(["put", "patch", "post"].includes(method) ? { body: {} } : {}),
    })),
    ...policyFrozen(policy.rules, root),
    ...api.operations.flatMap(({ operationId, method, path }) => {
      const rule = policy.rules[operationId];
      return rule?.who === "owner" && method === "post" && !rule.record
        ? [{ method: "POST", path, body: { [rule.field]: "$other" } }]
        : [];
    }),
  ];
}

/** Calls that set up records, and attacks on them that an account without a role must not succeed with. */
export interface Trespass {
  readonly words: string;
  readonly before: readonly Call[];
  readonly attacks: readonly Attack[];
}

/** Returns attacks on another account's record; the other's id is `{{other.id}}`, its own `{{mine.id}}`. */
export function trespassesOn(api: ApiDefinition): readonly Trespass[] {
  const policy = policyOf(api);
  return api.resources.flatMap((resource) => {
    const owned = api.operations.flatMap((operation) => {
      const rule = policy?.rules[operation.operationId];
      return rule?.who === "owner" && rule.resource === resource.name && rule.record
        ? [{ operation, field: rule.field }]
        : [];
    });
    const [first] = owned;
    if (!first) return [];
    const { before, id, body } = madeFor(api, resource, first.field);
    const attacks = owned.map(({ operation: { method, path }, field }) => ({
      method: method.toUpperCase(),
      path: path.replace("{id}", id),
      ...(method === "put" ? { body: { ...body, [field]: "{{mine.id}}" } } : {}),
      ...(method === "patch" ? { body: { [field]: "{{mine.id}}" } } : {}),
    }));
    return [{ words: namesOf(resource).words, before, attacks }];
  });
}

type Rules = NonNullable<ReturnType<typeof policyOf>>["rules"];

function policyFrozen(rules: Rules, root: string): readonly Attack[] {
  const frozen = Object.values(rules).find((rule) => rule.who === "self");
  const names = frozen?.who === "self" ? frozen.frozen : [];
  return names.flatMap((name) =>
    ["PUT", "PATCH"].map((method) => ({ method, path: `${root}/$mine`, body: { [name]: "other" } })),
  );
}

/** Returns the bodies with which the first of the two accounts signs in and changes its password. */
export function signInsOf(api: ApiDefinition) {
  const [first, second] = twoAccounts(api);
  const policy = policyOf(api);
  if (!first || !policy) return undefined;
  const { identity, secret } = policy.account;
  const { body: login } = first.login;
  const name = String(login[identity.name]);
  const other = { [secret.name]: sampleValue(secret, 99) };
  const [registration, ...before] = first.register.toReversed();
  const body = registration?.body as Readonly<Record<string, Json>>; // what registers is an object
  const taken = { ...body, ...second?.login.body };
  return {
    login,
    shouted: { ...login, [identity.name]: name.toUpperCase() },
    unknown: { ...login, [identity.name]: `x${name}` },
    guess: { ...login, [identity.name]: `y${name}` },
    wrong: { ...login, ...other },
    /** Absent if registration refers to other records, whose ids are not known yet. */
    change: before.length ? undefined : { ...body, ...other },
    /** If registration is closed, bodies with the second account's name and with one that nobody has. */
    named: isRegistrationOpen(policy.account)
      ? undefined
      : { identity: identity.name, taken, free: { ...taken, [identity.name]: `z${name}` } },
  };
}

/** Returns the action that deactivates an account, if there is one that needs nothing but its path. */
export function suspensionOf(
  api: ApiDefinition,
): { readonly path: string; readonly active: string } | undefined {
  const policy = policyOf(api);
  const { active } = policy ?? {};
  if (!policy || !active) return undefined;
  const [start = null] = active.values;
  const action = policy.account.resource.actions.find(({ set = {}, when = {} }) => {
    const state = set[active.field];
    const ends = state !== undefined && "value" in state && !active.values.includes(state.value);
    const begins = Object.entries(when).every(
      ([name, values]) => name === active.field && values.includes(start),
    );
    return ends && begins && Object.values(set).every((assignment) => !("input" in assignment));
  });
  return action && { path: spell(wordsOf(action.name)).kebab, active: spell(wordsOf(String(start))).snake };
}
