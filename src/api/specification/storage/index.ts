import type { Spec } from "../../spec.ts";
import { accountsOf, isLogin, sentNames, tokenWay } from "./accounts.ts";
import { bindingOf } from "./bind.ts";
import { attempt, parentsOf, type Setting } from "./bound.ts";
import { nameOf, factsOf, type Facts } from "./facts.ts";
import { entitiesOf, familiesOf } from "./families.ts";
import { framed } from "./frames.ts";
import { membersOf, refOf } from "./schema-members.ts";
import { linkResource, modelOf, resourceOf } from "./model.ts";
import type { Model } from "./stored.ts";
import type { AnswerFrame, OperationBinding, Condition, Source, Storage, Unbound } from "./types.ts";
import { nounOf, plainly, words } from "./path-words.ts";
import { Views } from "./views.ts";

export type * from "./types.ts";

/** Binds signing in: finds the account with that name and password. */
function login(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model, views } = setting;
  const { accounts, spec } = model;
  if (!accounts || !isLogin(spec, facts)) return undefined;
  const { stored, password } = accounts;
  const way = tokenWay(spec, facts) ?? [];
  const inBody = facts.sent?.members.properties ?? {};
  const source = (name: string): Source =>
    Object.hasOwn(inBody, name)
      ? { from: "body", path: [...(facts.sent?.way ?? []), name] }
      : { from: "parameter", in: "query", name };
  const names = sentNames(facts).filter((name) => words.login_name.test(name) && stored.columns.has(name));
  const where: readonly Condition[] = [...names, password].map((column) => ({
    column,
    how: "is",
    value: source(column),
  }));
  const place = facts.shown?.way.length && facts.shown.way.length < way.length + 1 ? facts.shown : undefined;
  const isRecord = place && Object.keys(place.members.properties).some((name) => stored.columns.has(name));
  const token: AnswerFrame = { is: "token" };
  const around = { model, list: undefined };
  const frame: AnswerFrame = isRecord
    ? framed(around, facts.answer ?? {}, place.way, { is: "record", view: views.of(stored, place) })
    : framed(around, facts.answer ?? {}, way, token);
  return {
    resource: stored.name,
    does: "login",
    where,
    parents: [],
    sets: {},
    status: facts.status,
    frame: withUser(setting, facts, frame),
    ignored: [],
  };
}

/** Adds the account that a login shows beside its token. */
function withUser({ model, views }: Setting, { answer }: Facts, frame: AnswerFrame): AnswerFrame {
  if (frame.is !== "object" || !answer || !model.accounts) return frame;
  const { stored } = model.accounts;
  const place = factsPlace(model, answer);
  if (!place) return frame;
  return {
    is: "object",
    members: { ...frame.members, [place.name]: { is: "record", view: views.of(stored, place.place) } },
  };
}

function factsPlace(
  model: Model,
  answer: NonNullable<Facts["answer"]>,
): { readonly name: string; readonly place: NonNullable<Facts["shown"]> } | undefined {
  for (const [name, schema] of Object.entries(membersOf(model.spec, answer)?.properties ?? {})) {
    const members = membersOf(model.spec, schema);
    const stored = model.accounts?.stored;
    if (
      members &&
      stored &&
      /^(user|account|profile|member|data)$/i.test(name) &&
      Object.keys(members.properties).some((key) => stored.columns.has(key))
    )
      return { name, place: { schema, members, ref: refOf(model.spec, schema), way: [], isList: false } };
  }
  return undefined;
}

/** Binds signing out: tokens expire by themselves. */
function logout({ model }: Setting, facts: Facts): OperationBinding | undefined {
  if (
    !model.accounts ||
    !words.logout.test(nameOf(facts.parts)) ||
    (facts.answer && membersOf(model.spec, facts.answer)?.required.size)
  )
    return undefined;
  if (facts.operation.method !== "get" && facts.operation.method !== "post") return undefined;
  return {
    resource: model.accounts.stored.name,
    does: "nothing",
    where: [],
    parents: [],
    sets: {},
    status: facts.status,
    ...(facts.answer ? { frame: { is: "fixed", value: {} } as const } : {}),
    ignored: facts.operation.parameters.map(({ name }) => name),
  };
}

/** Unbinds operations on records that no operation reads. */
function withEffect(
  bound: Map<string, OperationBinding>,
  facts: readonly Facts[],
  unbound: Map<string, Unbound>,
): void {
  const reads = new Set(["list", "get"]);
  const listed = new Set(
    [...bound.values()].filter(({ does }) => reads.has(does)).map(({ resource }) => resource),
  );
  for (const { operation } of facts) {
    const binding = bound.get(operation.operationId);
    if (!binding || listed.has(binding.resource) || binding.does === "login" || binding.does === "nothing")
      continue;
    bound.delete(operation.operationId);
    unbound.set(operation.operationId, {
      why: "nothing reads what it would store",
      near: [binding.resource],
      parents: binding.parents,
    });
  }
}

/** Read-only records have no parent created at run time: the seeds' records belong to every parent. */
function ofAnyParent(bound: Map<string, OperationBinding>, model: Model): void {
  for (const [id, binding] of bound) {
    const stored = model.all.find(({ name }) => name === binding.resource);
    if (!stored || stored.entity.isWritten || model.accounts?.stored === stored) continue;
    const where = binding.where.filter(({ column }) => stored.columns.get(column)?.refers === undefined);
    bound.set(id, { ...binding, where });
  }
}

const nearOf = (model: Model, facts: Facts): readonly string[] =>
  model.all
    .filter(({ entity, name }) =>
      facts.parts.some(
        ({ text, parameter }) =>
          parameter === undefined && (nounOf(text) === entity.noun || plainly(text) === plainly(name)),
      ),
    )
    .map(({ name }) => name);

/** Returns the columns that a conflict's description calls taken. */
function takenNames(facts: readonly Facts[], model: Model): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const fact of facts) {
    const text = fact.operation.responses["409"]?.description;
    const stored = model.byFamily.get(fact.path);
    if (text === undefined || !stored || fact.operation.method !== "post") continue;
    const textWords = new Set(plainWords(text));
    const names = [...stored.columns.keys()].filter((name) => textWords.has(plainly(name)));
    if (/taken|exist|in use|duplicate|unique|already|conflict/i.test(text))
      found.set(stored.name, new Set(names));
  }
  return found;
}

const plainWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .map(plainly);

/**
 * Returns what storage can serve of a specification: which records there are, what each operation does with them, and
 * why it can't serve the others. Each operation is read independently: one that is not understood doesn't affect its
 * neighbours.
 */
export function storageOf(spec: Spec): Storage {
  const facts = spec.operations.map((operation) => factsOf(spec, operation));
  const families = familiesOf(facts.filter((fact) => !isLogin(spec, fact)));
  const entities = entitiesOf(families);
  const accounts = accountsOf(spec, facts, entities);
  const model = modelOf(spec, facts, { families, entities, accounts });
  const views = new Views(model);
  const setting: Setting = { model, views };
  const bound = new Map<string, OperationBinding>();
  const unbound = new Map<string, Unbound>();
  for (const fact of facts) {
    const { operationId } = fact.operation;
    const found = attempt(() => login(setting, fact) ?? logout(setting, fact) ?? bindingOf(setting, fact));
    if ("value" in found) bound.set(operationId, found.value);
    else
      unbound.set(operationId, {
        why: found.why,
        near: nearOf(model, fact),
        parents: parentsOf(model, fact),
      });
  }
  withEffect(bound, facts, unbound);
  ofAnyParent(bound, model);
  const takenByName = takenNames(facts, model);
  const used = new Set(
    [...bound.values()].flatMap((binding) => [
      binding.resource,
      ...binding.parents.map(({ resource }) => resource),
      ...(binding.link ? [binding.link.resource] : []),
    ]),
  );
  const referred = new Set(
    model.all.flatMap((item) =>
      used.has(item.name) ? [...item.columns.values()].flatMap(({ refers }) => refers ?? []) : [],
    ),
  );
  const isUsed = (name: string): boolean => used.has(name) || referred.has(name);
  return {
    resources: [
      ...model.all
        .filter(({ name }) => isUsed(name))
        .map((stored) => resourceOf(model, stored, takenByName.get(stored.name) ?? new Set())),
      ...model.links.filter(({ name }) => used.has(name)).map(linkResource),
    ],
    views: views.all.filter(({ resource }) => isUsed(resource)),
    bound,
    unbound: new Map(
      [...unbound].map(([id, unbound]) => [
        id,
        {
          ...unbound,
          near: unbound.near.filter(isUsed),
          parents: unbound.parents.filter(({ resource }) => isUsed(resource)),
        },
      ]),
    ),
    ...(accounts?.scheme === undefined ? {} : { issued: accounts.scheme }),
  };
}
