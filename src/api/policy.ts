import type { Json } from "../lib/index.ts";
import { accountOf, isRegistrationOpen, signInLimits, tokenLifetime, type Account } from "./account.ts";
import type { ApiDefinition, BelongsTo, Operation, Resource } from "./definition.ts";
import { belongsTo, fieldType, initialValue } from "./fields.ts";

/** Who may call an operation; administrators may call all operations. */
export type Rule =
  | { readonly who: "account" | "admin" }
  /** The account that the path names. Only administrators may change its `frozen` fields. */
  | { readonly who: "self"; readonly frozen: readonly string[] }
  /**
   * The owner of the record: the account whose id is in `field`. `record`: the path names the record. `list`: only
   * lists filtered by the caller's own id.
   */
  | {
      readonly who: "owner";
      readonly field: string;
      readonly resource: string;
      readonly record: boolean;
      readonly list: boolean;
    };

/** A field, and its values that have a meaning. */
interface Meaning {
  readonly field: string;
  readonly values: readonly Json[];
}

/** What accounts may do in an API. */
export interface Policy {
  readonly account: Account;
  /** How administrators are recognised, if there are any. */
  readonly admin: Meaning | undefined;
  /** How accounts that may sign in are recognised; undefined: all may. */
  readonly active: Meaning | undefined;
  /** By operationId. */
  readonly rules: Readonly<Record<string, Rule>>;
  /** Resources that every account may change. */
  readonly open: readonly string[];
}

/** Returns the field that marks administrators among accounts. */
export function adminOf({ fields }: Resource): Meaning | undefined {
  const flag = fields.find(
    ({ name, schema }) => fieldType(schema) === "boolean" && /^(is)?admin$/i.test(name),
  );
  if (flag) return { field: flag.name, values: [true] };
  const role = fields.find(({ schema }) => schema.enum?.some((value) => value === "admin"));
  return role && { field: role.name, values: ["admin"] };
}

function activeOf({ fields }: Resource): Meaning | undefined {
  const flag = fields.find(
    ({ name, schema }) => fieldType(schema) === "boolean" && /^(is)?(active|enabled)$/i.test(name),
  );
  if (flag) return { field: flag.name, values: [true] };
  const status = fields.find(({ name, schema }) => schema.enum && ["status", "state"].includes(name));
  const initial = status && initialValue(status);
  return status && initial !== undefined && initial !== null
    ? { field: status.name, values: [initial as Json] }
    : undefined;
}

/**
 * Returns the members whose uniqueness would tell one account of another. If registration is closed, only
 * administrators change them.
 */
const telling = ({ fields, relations, unique }: Resource): readonly string[] => [
  ...fields.filter((field) => field.unique && !field.auto).map(({ name }) => name),
  ...relations.flatMap((relation) =>
    relation.kind === "belongs-to" && relation.unique ? [relation.field] : [],
  ),
  ...unique.flat(),
];

const owning = ["owner", "author", "creator", "createdBy", "user", "account", "customer", "member"];

/** Returns the relation to a record's owner: as defined, else one that reads like it. */
export function ownerOf(resource: Resource, account: Resource): BelongsTo | undefined {
  const candidates = belongsTo(resource).filter(
    (belongsTo) => belongsTo.resource === account.name && !belongsTo.soft,
  );
  if (resource.owner !== undefined) return candidates.find(({ name }) => name === resource.owner);
  const names = new Set([...owning, account.name.toLowerCase()]);
  return candidates.find(({ name }) => names.has(name)) ?? candidates.find(({ optional }) => !optional);
}

const isRead = (operation: Operation): boolean => operation.method === "get";

function accountRule(policy: { frozen: readonly string[]; resource: Resource }, operation: Operation): Rule {
  const { binding } = operation;
  if (binding?.does === "list" || binding?.does === "create") return { who: "admin" };
  if (binding?.does === "action") {
    const action = policy.resource.actions.find(({ name }) => name === binding.action);
    if (Object.keys(action?.set ?? {}).some((field) => policy.frozen.includes(field)))
      return { who: "admin" };
  }
  return { who: "self", frozen: policy.frozen };
}

/** Whether a related list would show accounts, or records that only their owners may read. */
const hides = (api: ApiDefinition, account: Resource, { binding }: Operation): boolean => {
  if (binding?.does !== "related") return false;
  const parent = api.resources.find(({ name }) => name === binding.resource);
  const relation = parent?.relations.find(({ name }) => name === binding.relation);
  const other = api.resources.find(({ name }) => name === relation?.resource);
  return other === account || (other?.read === "owner" && parent !== account);
};

function ownedRule(resource: Resource, owner: BelongsTo, operation: Operation): Rule {
  if (isRead(operation) && resource.read !== "owner") return { who: "account" };
  const does = operation.binding?.does;
  return {
    who: "owner",
    field: owner.field,
    resource: resource.name,
    record: operation.path.includes("{id}"),
    list: does === "list",
  };
}

/** Returns what accounts may do; undefined if an API has no accounts or requires no tokens. */
export function policyOf(api: ApiDefinition): Policy | undefined {
  const account = accountOf(api);
  if (!account || !api.operations.some(({ binding }) => binding?.does === "login")) return undefined;
  const [admin, active] = [adminOf(account.resource), activeOf(account.resource)];
  const frozen = [
    ...new Set([
      ...[admin, active].flatMap((meaning) => meaning?.field ?? []),
      ...(isRegistrationOpen(account) ? [] : telling(account.resource)),
    ]),
  ];
  const ruleOf = (operation: Operation): Rule => {
    const resource = api.resources.find(({ plural }) => plural === operation.tags[0]);
    if (operation.binding?.does === "logout") return { who: "account" };
    if (hides(api, account.resource, operation)) return { who: "admin" };
    if (resource === account.resource) return accountRule({ frozen, resource }, operation);
    const owner = resource && ownerOf(resource, account.resource);
    return resource && owner ? ownedRule(resource, owner, operation) : { who: "account" };
  };
  return {
    account,
    admin,
    active,
    rules: Object.fromEntries(
      api.operations
        .filter(({ security }) => security.length > 0)
        .map((operation) => [operation.operationId, ruleOf(operation)]),
    ),
    open: api.resources
      .filter((resource) => resource !== account.resource && !ownerOf(resource, account.resource))
      .map(({ name }) => name),
  };
}

/** Describes who may do what, and what is unprotected, in sentences. */
export function policyText(policy: Policy, api: ApiDefinition): readonly string[] {
  const { account, admin, active, open } = policy;
  const { name } = account.resource;
  const readers = { public: "anybody, without a token", account: "every account", owner: "the same" };
  const owned = api.resources.flatMap((resource) => {
    const owner = resource === account.resource ? undefined : ownerOf(resource, account.resource);
    const read = readers[resource.read ?? "account"];
    return owner
      ? [`${resource.name}: changed by its ${owner.name} and administrators, read by ${read}`]
      : [];
  });
  const isRead = (resource: string): string =>
    api.resources.some(({ name: one, read }) => one === resource && read === "public")
      ? " and anybody read it without a token"
      : "";
  return [
    `${name}: read, changed and deleted by oneself and administrators; listed and made by administrators`,
    admin
      ? `Administrators: ${name}.${admin.field} is ${admin.values.join()}; only they change ${[admin, active].flatMap((meaning) => meaning?.field ?? []).join(" and ")}`
      : `Administrators: only whoever holds an operator token, since ${name} has no role`,
    active
      ? `Signed in: only accounts that are there and whose ${active.field} is ${active.values.join()}, checked on every request`
      : "Signed in: only accounts that are there, checked on every request",
    ...owned,
    `Signing in: after ${signInLimits.failures} failures for one account or ${signInLimits.requests} requests of one address in ${signInLimits.minutes} minutes the answer is 429; tokens expire after ${tokenLifetime / 60} minutes, when the password changes or when the account logs out`,
    isRegistrationOpen(account)
      ? `Not protected: registering tells whether an account is taken, as whoever registers can sign in at once (register: closed below ${name} ends it)`
      : `Registration: closed; administrators make accounts and change their ${telling(account.resource).join(", ")}, so that no answer tells others whether an account exists`,
    ...open.map((resource) => `${resource}: not protected, every account may change it${isRead(resource)}`),
  ];
}
