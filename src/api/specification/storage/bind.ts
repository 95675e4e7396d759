import type { SpecParameter } from "../../spec.ts";
import { resolve } from "../shape.ts";
import { schemasOf } from "./columns.ts";
import type { Facts, Place } from "./facts.ts";
import { nameOf } from "./facts.ts";
import { alike, parentOf } from "./families.ts";
import { acknowledged, frameOf } from "./frames.ts";
import { itemsOf, typesOf } from "./members.ts";
import { linkResource, resourceOf, type Model, type Stored } from "./model.ts";
import { applied, isAboutAnswer } from "./parameters.ts";
import type { OperationBinding, BodyRules, Condition, Does, Source, StoredResource, Where } from "./types.ts";
import { nounOf, plainly, stemOf, words } from "./words.ts";
import type { Views } from "./views.ts";

/** Thrown where storage can't carry an operation. */
class NotBound extends Error {}

export const no = (why: string): never => {
  throw new NotBound(why);
};

export const attempt = <T>(work: () => T): { readonly value: T } | { readonly why: string } => {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof NotBound) return { why: error.message };
    throw error;
  }
};

const quoted = (name: string): string => JSON.stringify(name.slice(0, 80));

export interface Setting {
  readonly model: Model;
  readonly views: Views;
}

const is = (column: string, value: Source): Condition => ({ column, how: "is", value });
const inPath = (name: string): Source => ({ from: "parameter", in: "path", name });

export const isSecured = ({ operation }: Facts): boolean =>
  operation.security.length > 0 && operation.security.every((one) => Object.keys(one).length > 0);

export const resourceFor = ({ model }: Setting, stored: Stored): StoredResource =>
  resourceOf(model, stored, new Set());

/** Which record of its kind a parameter of a path names. */
function named(stored: Stored, family: string, parameter: string): Condition {
  return is(stored.ids.get(family) ?? stored.key, inPath(parameter));
}

/** The key of the record that a parameter names. */
function keyOf(stored: Stored, family: string, parameter: string): Source {
  const column = stored.ids.get(family) ?? stored.key;
  return column === stored.key
    ? inPath(parameter)
    : {
        from: "select",
        resource: stored.name,
        column: stored.key,
        where: [named(stored, family, parameter)],
      };
}

interface Through {
  readonly where: Where;
  readonly sets: Readonly<Record<string, Source>>;
  readonly parents: OperationBinding["parents"];
}

/** What the parts of a path before a record's own mean: records that must be there, and columns that have their keys. */
export function through(stored: Stored, family: string): Through {
  const where: Condition[] = [];
  const sets: Record<string, Source> = {};
  const parents: OperationBinding["parents"][number][] = [];
  let at = family;
  const steps = stored.parents.get(family) ?? [];
  const prefixes: string[] = [];
  while ((at = parentOf(at)) !== "") if (at.endsWith("/{}")) prefixes.unshift(parentOf(at));
  for (const [i, step] of steps.entries()) {
    const path = prefixes[i] ?? "";
    const value = step.parent ? keyOf(step.parent, path, step.parameter) : inPath(step.parameter);
    where.push(is(step.column, value));
    sets[step.column] = value;
    if (step.parent && step.parent.entity.isWritten)
      parents.push({ resource: step.parent.name, where: [named(step.parent, path, step.parameter)] });
  }
  return { where, sets, parents };
}

/** Columns of a body's members; what is not stored is left out. */
function bodyOf({ model }: Setting, stored: Stored, place: Place): BodyRules {
  const columns: Record<string, string> = {};
  for (const name of Object.keys(place.members.properties)) {
    const column = stored.columns.has(name)
      ? name
      : [...stored.columns.keys()].find((one) => plainly(one) === plainly(name));
    const readOnly =
      place.members.properties[name]?.readOnly ??
      resolve(model.spec, place.members.properties[name] ?? {}).readOnly;
    if (column !== undefined && !readOnly) columns[name] = column;
  }
  return {
    within: place.way,
    ...(place.isList ? { many: true } : {}),
    ...(place.spread === undefined ? {} : { spread: place.spread }),
    columns,
  };
}

/** Parameters that a write can't leave out without doing more than it was asked. */
function checkParameters({ operation }: Facts, used: readonly string[], isLoose: boolean): readonly string[] {
  const others = operation.parameters.filter(
    ({ name, in: place }) => place !== "path" && !used.includes(name),
  );
  const needed = others.find(
    ({ name, in: place, required }) => required && place !== "header" && !isAboutAnswer(name),
  );
  if (needed && !isLoose) no(`it needs the parameter ${quoted(needed.name)}, which no column has`);
  return others.map(({ name }) => name);
}

interface Wanted {
  readonly does: Does;
  readonly where?: Where;
  readonly through: Through;
  readonly body?: BodyRules | undefined;
  readonly sets?: Readonly<Record<string, Source>>;
  readonly used?: readonly string[];
  readonly more?: Partial<OperationBinding>;
}

/** The shown record, where it is one of this kind. */
const shownOf = (stored: Stored, { shown }: Facts): Place | undefined =>
  shown &&
  Object.keys(shown.members.properties).some((name) => stored.columns.has(name)) &&
  stored.entity.shown.some((one) => one === shown || alike(one, shown) >= 0.5)
    ? shown
    : undefined;

/** A binding of an operation on one record. */
export function boundTo(setting: Setting, facts: Facts, stored: Stored, wanted: Wanted): OperationBinding {
  const { model, views } = setting;
  const { operation, answer, status } = facts;
  if (facts.isForeign) no("its answer is no JSON");
  const place = shownOf(stored, facts);
  if (wanted.does === "get" && !place && answer) no("its answer shows nothing of the record");
  if (wanted.does === "get" && !answer) no("its answer has no body");
  const frame = place
    ? frameOf({ model, list: undefined }, facts, stored, { place, views })
    : acknowledged(model, facts);
  if (answer && !frame) no("no example of its answer can be made");
  const ignored = checkParameters(facts, wanted.used ?? [], wanted.does === "get" && stored.entity.isWritten);
  const headers = Object.keys(operation.responses[String(status)]?.headers ?? {});
  const location = headers.find((name) => /^location$/i.test(name));
  return {
    resource: stored.name,
    does: wanted.does,
    where: [...wanted.through.where, ...(wanted.where ?? [])],
    parents: wanted.through.parents,
    ...(wanted.body ? { body: wanted.body } : {}),
    sets: { ...wanted.through.sets, ...wanted.sets },
    status,
    ...(frame ? { frame } : {}),
    ...(location === undefined ? {} : { location }),
    ignored,
    ...wanted.more,
  };
}

/** Only whoever made a record changes it, where that is known and somebody signs in. */
export const ownership = (stored: Stored, facts: Facts): Partial<OperationBinding> =>
  stored.owner !== undefined && isSecured(facts) && !stored.single ? { owner: stored.owner } : {};

const noParents: Through = { where: [], sets: {}, parents: [] };

/** A list of records, with what its parameters do. */
export function listOf(
  setting: Setting,
  facts: Facts,
  stored: Stored,
  { through: path, where = [] }: { readonly through: Through; readonly where?: Where },
): OperationBinding {
  const { model, views } = setting;
  const place = facts.shown ?? no("its answer is no list");
  if (!place.isList) no("its answer is no list");
  if (!shownOf(stored, facts)) no("its list has nothing of the records");
  const found = applied(model.spec, facts.operation, resourceFor(setting, stored), (one) =>
    linkedBy(setting, stored, one),
  );
  const [unknown] = found.unknown;
  // A list of what is stored is wider without a parameter; what nobody stores is worked out from it.
  if (unknown !== undefined && !stored.entity.isWritten)
    no(`it needs the parameter ${quoted(unknown)}, which no column has`);
  const headers = Object.keys(facts.operation.responses[String(facts.status)]?.headers ?? {});
  const totalHeader = headers.find((name) => /^(x-)?total(-count)?$/i.test(name));
  const newest = /\b(recent|latest|newest)\b/i.test(
    `${facts.operation.summary ?? ""} ${facts.operation.description ?? ""}`,
  );
  const list = {
    ...found.list,
    ...(totalHeader === undefined ? {} : { totalHeader }),
    ...(newest ? { newest: true as const } : {}),
  };
  const frame = frameOf({ model, list }, facts, stored, { place, views });
  return {
    resource: stored.name,
    does: "list",
    where: [...path.where, ...where, ...found.where],
    parents: path.parents,
    sets: {},
    list,
    status: facts.status,
    frame,
    ignored: [...found.ignored, ...found.unknown],
  };
}

/** Conditions of a parameter that names somebody: by whom it was made, by whom it is linked. */
function linkedBy(
  { model }: Setting,
  stored: Stored,
  parameter: SpecParameter,
): readonly Condition[] | undefined {
  const { accounts, links } = model;
  if (!accounts) return undefined;
  const account = accounts.stored;
  const name =
    [...account.ids.values()].find((one) => one !== account.key) ??
    accounts.names.find((one) => account.columns.has(one));
  const value: Source = { from: "parameter", in: parameter.in, name: parameter.name };
  const isText = typesOf(resolve(model.spec, parameter.schema)).includes("string");
  if (name === undefined || !isText) return undefined;
  const key: Source = {
    from: "select",
    resource: account.name,
    column: account.key,
    where: [is(name, value)],
  };
  const pointer = [...stored.columns.values()].find(
    (one) => one.refers === account.name && plainly(one.name) === `${plainly(parameter.name)}id`,
  );
  if (pointer) return [is(pointer.name, key)];
  const link = links.find((one) => one.left === stored && stemOf(one.verb) === stemOf(parameter.name));
  if (!link) return undefined;
  return [
    is(stored.key, {
      from: "select",
      resource: link.name,
      column: link.columns[0],
      where: [is(link.columns[1], key)],
    }),
  ];
}

/** Records of those whom the caller follows. */
function followed(setting: Setting, facts: Facts, stored: Stored): Where | undefined {
  const { accounts, links } = setting.model;
  const link = links.find((one) => one.left === accounts?.stored && one.right === accounts.stored);
  const isFeed = /^(feed|timeline|following|subscriptions|home)$/i.test(nameOf(facts.parts));
  if (!link || !isFeed || stored.owner === undefined) return undefined;
  return [
    is(stored.owner, {
      from: "select",
      resource: link.name,
      column: link.columns[0],
      where: [is(link.columns[1], { from: "caller" })],
    }),
  ];
}

/** An operation on the path of all records of a kind. */
export function ofAll(setting: Setting, facts: Facts, stored: Stored, family: string): OperationBinding {
  const path = through(stored, family);
  const { operation, sent } = facts;
  if (stored.entity.singles.has(family)) return ofSingle(setting, facts, stored, path);
  switch (operation.method) {
    case "get":
      if (operation.parameters.some(({ name, required }) => required && words.password.test(name)))
        no("it takes a password");
      return listOf(setting, facts, stored, {
        through: path,
        where: [...(followed(setting, facts, stored) ?? []), ...mine(facts, stored)],
      });
    case "post":
      return created(setting, facts, stored, path);
    case "put":
    case "patch": {
      const key = sent && Object.keys(sent.members.properties).find((name) => name === stored.key);
      if (!sent || key === undefined || sent.isList) return no("its body names no record");
      const body = bodyOf(setting, stored, sent);
      return boundTo(setting, facts, stored, {
        does: operation.method === "put" ? "replace" : "update",
        where: [is(stored.key, { from: "body", path: [...sent.way, key] })],
        through: path,
        body,
        more: ownership(stored, facts),
      });
    }
    case "delete": {
      const named = operation.parameters.find(
        ({ name, in: place }) =>
          place === "query" &&
          (plainly(name) === plainly(stored.key) || plainly(name) === `${stored.entity.noun}id`),
      );
      if (!named) return no("it removes several records");
      return boundTo(setting, facts, stored, {
        does: "remove",
        where: [is(stored.key, { from: "parameter", in: "query", name: named.name })],
        through: path,
        used: [named.name],
        more: ownership(stored, facts),
      });
    }
    default:
      return no("storage has no such method");
  }
}

/** Records below `/me` are the caller's. */
function mine({ parts }: Facts, stored: Stored): Where {
  const below = parts
    .slice(0, -1)
    .find(({ text, parameter }) => parameter === undefined && /^(me|self|my|mine)$/i.test(text));
  const own = /^(mine|my-\w+|own|my)$/i.test(nameOf(parts)) || below;
  return own && stored.owner !== undefined ? [is(stored.owner, { from: "caller" })] : [];
}

function created(setting: Setting, facts: Facts, stored: Stored, path: Through): OperationBinding {
  const { sent } = facts;
  if (!sent) {
    if (facts.operation.requestBody) return no("its body is no object");
    return no("it brings nothing to store");
  }
  const known =
    stored.entity.sent.includes(sent) || stored.entity.sent.some((one) => alike(one, sent) >= 0.7);
  if (!known) return no("its body has nothing of the records");
  const key = stored.columns.get(stored.key);
  const body = bodyOf(setting, stored, sent);
  if (key?.set?.by === "hook" && !Object.values(body.columns).includes(stored.key))
    no("its key has rules that none can be made by");
  const query = facts.operation.parameters.filter(
    ({ in: place, name }) =>
      place === "query" && stored.columns.has(name) && schemasOf(stored.entity.shown, name).length > 0,
  );
  const sets = Object.fromEntries(
    query.map(({ name }) => [name, { from: "parameter", in: "query", name } as const]),
  );
  return boundTo(setting, facts, stored, {
    does: "create",
    through: path,
    body,
    sets,
    used: query.map(({ name }) => name),
  });
}

/** An operation on the only record of a kind, or the only one of a parent. */
function ofSingle(setting: Setting, facts: Facts, stored: Stored, path: Through): OperationBinding {
  const { accounts } = setting.model;
  const { method } = facts.operation;
  const own: Where =
    accounts?.stored === stored
      ? [is(stored.key, { from: "caller" })]
      : stored.owner === undefined
        ? []
        : [is(stored.owner, { from: "caller" })];
  if (!stored.single && own.length === 0) return no("nothing says which record it is");
  const setsOwner: Readonly<Record<string, Source>> =
    stored.owner === undefined ? {} : { [stored.owner]: { from: "caller" } };
  const isAccount = accounts?.stored === stored;
  const body = facts.sent ? bodyOf(setting, stored, facts.sent) : undefined;
  if (method === "get") return boundTo(setting, facts, stored, { does: "get", where: own, through: path });
  if (method === "delete" && stored.entity.isWritten)
    return boundTo(setting, facts, stored, { does: "remove", where: own, through: path });
  if (!body || Object.keys(body.columns).length === 0 || !stored.entity.isWritten)
    return no("its body has nothing of the record");
  const does = isAccount || !stored.single || method === "patch" ? "update" : "put";
  return boundTo(setting, facts, stored, { does, where: own, through: path, body, sets: setsOwner });
}

/** An operation on one record that its path names. */
export function ofOne(setting: Setting, facts: Facts, stored: Stored, family: string): OperationBinding {
  const { operation, parts, sent } = facts;
  const path = through(stored, family);
  const where = [named(stored, family, parts.at(-1)?.parameter ?? "")];
  const usable = sent && !sent.isList ? bodyOf(setting, stored, sent) : undefined;
  const body = usable && Object.keys(usable.columns).length ? usable : undefined;
  const { method } = operation;
  const creates = stored.entity.families.some(({ all }) =>
    all.some((one) => one.operation.method === "post" && one.sent && stored.entity.sent.includes(one.sent)),
  );
  switch (method) {
    case "get": {
      if (facts.shown?.isList && shownOf(stored, facts))
        return listOf(setting, facts, stored, { through: path, where });
      return boundTo(setting, facts, stored, { does: "get", where, through: path });
    }
    case "delete":
      return boundTo(setting, facts, stored, {
        does: "remove",
        where,
        through: path,
        more: ownership(stored, facts),
      });
    case "put":
    case "patch":
    case "post": {
      const patch = method === "patch" ? patchOf(facts) : undefined;
      if (patch)
        return boundTo(setting, facts, stored, {
          does: "update",
          where,
          through: path,
          body: patch,
          more: ownership(stored, facts),
        });
      const query = body
        ? []
        : operation.parameters.filter(({ in: place, name }) => place === "query" && stored.columns.has(name));
      if (!body && query.length === 0) return no("its body has nothing of the record");
      const sets = Object.fromEntries(
        query.map(({ name }) => [name, { from: "parameter", in: "query", name } as const]),
      );
      const does = method === "put" ? (creates ? "replace" : "put") : "update";
      const made =
        does === "put"
          ? { [stored.ids.get(family) ?? stored.key]: inPath(parts.at(-1)?.parameter ?? "") }
          : {};
      const status = madeStatus(facts, does);
      return boundTo(setting, facts, stored, {
        does,
        where,
        through: path,
        body,
        sets: { ...sets, ...made },
        used: query.map(({ name }) => name),
        more: { ...ownership(stored, facts), ...status },
      });
    }
    default:
      return no("storage has no such method");
  }
}

function madeStatus({ operation }: Facts, does: Does): Partial<OperationBinding> {
  const { "201": made, "200": other } = operation.responses;
  if (does !== "put" || !made || !other || JSON.stringify(made.content) !== JSON.stringify(other.content))
    return {};
  return { status: 200, madeStatus: 201 };
}

/** A body that is a list of JSON Patch's operations. */
function patchOf({ operation }: Facts): BodyRules | undefined {
  const types = Object.keys(operation.requestBody?.content ?? {});
  return types.some((type) => /json-patch\+json/i.test(type))
    ? { within: [], patch: true, columns: {} }
    : undefined;
}

/** The state that an action of this name leads to. */
function ledTo(
  setting: Setting,
  stored: Stored,
  action: string,
):
  | { readonly sets: Readonly<Record<string, Source>>; readonly unless?: OperationBinding["unless"] }
  | undefined {
  const { spec } = setting.model;
  const verb = plainly(action);
  for (const column of stored.columns.values()) {
    const schemas = [
      ...schemasOf(stored.entity.shown, column.name),
      ...schemasOf(stored.entity.sent, column.name),
    ];
    for (const schema of schemas) {
      const found = resolve(spec, schema);
      const state = found.enum?.find((value) => typeof value === "string" && isState(verb, value));
      if (state !== undefined)
        return { sets: { [column.name]: { from: "value", value: state } }, unless: { [column.name]: state } };
      const types = typesOf(found);
      const name = plainly(column.name);
      const opposite = /^(un|de|dis)(.+)$/.exec(verb)?.[2];
      if (types.join() === "boolean" && isState(verb, name.replace(/^is/, "")))
        return { sets: { [column.name]: { from: "value", value: true } } };
      if (
        types.join() === "boolean" &&
        opposite !== undefined &&
        (isState(opposite, name.replace(/^is/, "")) ||
          isState(`en${opposite.slice(2)}`, name.replace(/^is/, "")))
      )
        return { sets: { [column.name]: { from: "value", value: false } } };
    }
  }
  return undefined;
}

const isState = (verb: string, state: string): boolean => {
  const plain = plainly(state);
  return (
    verb.length > 2 &&
    (plain === verb ||
      plain === `${verb}d` ||
      plain === `${verb}ed` ||
      plain === `${verb}led` ||
      plain === `${verb.replace(/y$/, "i")}ed` ||
      (plain.length > 5 && stemOf(plain) === stemOf(verb) && /(ed|ing)$/.test(plain)))
  );
};

/** `POST /things/{id}/cancel`: a state of the record, or members of it. */
function action(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model } = setting;
  const { parts, operation, sent } = facts;
  const family = parentOf(parentOf(facts.path));
  const stored = model.byFamily.get(family);
  const parameter = parts.at(-2)?.parameter;
  const verb = parts.at(-1)?.text ?? "";
  if (
    !stored ||
    parameter === undefined ||
    !["post", "put", "patch"].includes(operation.method) ||
    !stored.entity.isWritten
  )
    return undefined;
  const where = [named(stored, family, parameter)];
  const path = through(stored, family);
  const state = ledTo(setting, stored, verb);
  const names = Object.keys(sent?.members.properties ?? {});
  const isKnown = names.length > 0 && names.every((name) => stored.columns.has(name));
  const required = operation.requestBody?.required === true && (sent?.members.required.size ?? 0) > 0;
  if (state && (names.length === 0 || isKnown || !required)) {
    const unless = state.unless && operation.responses["409"] ? { unless: state.unless } : {};
    return boundTo(setting, facts, stored, {
      does: "update",
      where,
      through: path,
      sets: state.sets,
      body: isKnown && sent ? bodyOf(setting, stored, sent) : undefined,
      more: { ...ownership(stored, facts), ...unless },
    });
  }
  if (sent && isKnown && !sent.isList)
    return boundTo(setting, facts, stored, {
      does: "update",
      where,
      through: path,
      body: bodyOf(setting, stored, sent),
      more: ownership(stored, facts),
    });
  return undefined;
}

/** `GET` and `PUT /things/{id}/part`: members that the record has itself. */
function part(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model } = setting;
  const { parts, operation, shown } = facts;
  const family = parentOf(parentOf(facts.path));
  const stored = model.byFamily.get(family);
  const parameter = parts.at(-2)?.parameter;
  if (!stored || parameter === undefined || operation.method !== "get" || !shown || shown.isList)
    return undefined;
  const names = Object.keys(shown.members.properties);
  if (names.length === 0 || !names.every((name) => stored.columns.has(name)) || !shownOf(stored, facts))
    return undefined;
  return boundTo(setting, facts, stored, {
    does: "get",
    where: [named(stored, family, parameter)],
    through: through(stored, family),
  });
}

/** The kind of records that an answer shows: the one whose schema it is, or that the path before it leads to. */
function shownBy({ model }: Setting, { shown, parts }: Facts): Stored | undefined {
  if (!shown) return undefined;
  const noun = nounOf(nameOf(parts));
  const byRef = model.all.find(
    ({ entity }) => shown.ref !== undefined && entity.shown.some((one) => one.ref === shown.ref),
  );
  const score = (stored: Stored): number =>
    Math.max(
      0,
      ...stored.entity.shown.map((one) =>
        Object.keys(shown.members.properties).length > 2 ? alike(one, shown) : 0,
      ),
    );
  const near = model.all.filter(
    (one) =>
      one.entity.noun === noun ||
      shown.way.some((name) => nounOf(name) === one.entity.noun) ||
      parts.some(({ text }) => nounOf(text) === one.entity.noun),
  );
  return byRef ?? near.filter((one) => score(one) >= 0.8).toSorted((a, b) => score(b) - score(a))[0];
}

/** The same records at another path: searches, lists below others, one by a column. */
function elsewhere(setting: Setting, facts: Facts): OperationBinding | undefined {
  const stored = shownBy(setting, facts);
  const { operation, parts, shown, sent } = facts;
  if (!stored || !shown) return undefined;
  const owns = parts.flatMap(({ parameter }) => {
    if (parameter === undefined) return [];
    const column = columnFor(stored, parameter);
    return [{ parameter, column }];
  });
  const unknown = owns.find(({ column }) => column === undefined);
  if (unknown) return undefined;
  const where = owns.map(({ parameter, column }) => is(column ?? "", inPath(parameter)));
  const asks =
    operation.method === "get" ||
    (operation.method === "post" && /^(search|query|find|filter|list)/i.test(nameOf(parts)));
  if (!asks) {
    const last = parts.at(-1);
    const isBulk =
      operation.method === "post" &&
      last?.parameter === undefined &&
      sent &&
      stored.entity.isWritten &&
      where.length === 0 &&
      sent.isList &&
      stored.entity.sent.some((one) => alike(one, sent) >= 0.7);
    return isBulk ? created(setting, facts, stored, noParents) : undefined;
  }
  if (shown.isList) {
    const filters = operation.method === "post" && sent ? searchFilters(stored, sent) : [];
    return listOf(setting, facts, stored, {
      through: noParents,
      where: [...where, ...filters, ...(followed(setting, facts, stored) ?? []), ...mine(facts, stored)],
    });
  }
  if (operation.method !== "get" || where.length === 0) return undefined;
  return boundTo(setting, facts, stored, { does: "get", where, through: noParents });
}

/** The column that a parameter of a path names at another path. */
function columnFor(stored: Stored, parameter: string): string | undefined {
  const plain = plainly(parameter);
  const names = [...stored.columns.values()]
    .filter((column) => !column.secret && column.type !== "json")
    .map(({ name }) => name);
  const own =
    names.find((name) => plainly(name) === plain) ??
    names.find((name) => `${plainly(name)}id` === plain || plainly(name) === `${plain}id`);
  if (own !== undefined) return own;
  return plain === `${stored.entity.noun}id` || plain === stored.entity.noun ? stored.key : undefined;
}

function searchFilters(stored: Stored, { members, way }: Place): Where {
  return Object.keys(members.properties).flatMap((name) => {
    const column = stored.columns.get(name);
    return column && column.type !== "json" && !column.secret
      ? [is(name, { from: "body", path: [...way, name] })]
      : [];
  });
}

/** Every value that a list of texts has anywhere: `GET /tags` of what has a `tagList`; how often each state occurs. */
function valuesOf(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model } = setting;
  const { operation, values, answer, parts, status } = facts;
  if (operation.method !== "get" || !answer || parts.some(({ parameter }) => parameter !== undefined))
    return undefined;
  const noun = nounOf(nameOf(parts));
  if (values) {
    for (const stored of model.all)
      for (const column of stored.columns.values()) {
        const items = itemsOf(model.spec, column.schema);
        const isOf =
          nounOf(column.name) === noun ||
          plainly(column.name) === `${noun}list` ||
          plainly(column.name) === `${noun}names`;
        const type = typesOf(resolve(model.spec, values.items)).join();
        const own = items
          ? typesOf(resolve(model.spec, items)).join()
          : typesOf(resolve(model.spec, column.schema)).join();
        if (isOf && own === type && stored.entity.isWritten) {
          const frame = values.way.reduceRight<NonNullable<OperationBinding["frame"]>>(
            (inner, name) => ({ is: "object", members: { [name]: inner } }),
            { is: "values", column: column.name },
          );
          return {
            resource: stored.name,
            does: "list",
            where: [],
            parents: [],
            sets: {},
            list: {},
            status,
            frame,
            ignored: operation.parameters.map(({ name }) => name),
          };
        }
      }
    return undefined;
  }
  const found = resolve(model.spec, answer);
  const rest = found.additionalProperties;
  const counts = rest && typesOf(resolve(model.spec, rest)).join() === "integer" && !found.properties;
  if (!counts) return undefined;
  const text = `${operation.summary ?? ""} ${operation.description ?? ""}`.toLowerCase();
  for (const stored of model.all)
    for (const column of stored.columns.values())
      if (
        resolve(model.spec, column.schema).enum &&
        text.includes(column.name.toLowerCase()) &&
        text.includes(stored.entity.noun)
      )
        return {
          resource: stored.name,
          does: "list",
          where: [],
          parents: [],
          sets: {},
          list: {},
          status,
          frame: { is: "counts", column: column.name },
          ignored: [],
        };
  return undefined;
}

/** Parts of the records below one: `GET /rooms/{id}/availability` of what a room's bookings have. */
function projected(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model, views } = setting;
  const { parts, operation, shown } = facts;
  const family = parentOf(parentOf(facts.path));
  const parent = model.byFamily.get(family);
  const parameter = parts.at(-2)?.parameter;
  if (!parent || parameter === undefined || operation.method !== "get" || !shown?.isList) return undefined;
  const names = Object.keys(shown.members.properties);
  if (names.length < 2) return undefined;
  const written = model.all.filter(({ entity }) => entity.isWritten);
  const children = written.flatMap((one) => {
    const pointer = [...one.columns.values()].find((column) => column.refers === parent.name);
    const has =
      pointer &&
      names.every((name) => one.columns.has(name) && typesOf(one.columns.get(name)?.schema ?? {}).length > 0);
    return pointer && has ? [{ child: one, column: pointer.name }] : [];
  });
  const [only, ...others] = children;
  if (!only || others.length) return undefined;
  const { child, column } = only;
  const key = keyOf(parent, family, parameter);
  const bounds = overlap(facts, child);
  const found = applied(
    model.spec,
    operation,
    resourceFor(setting, child),
    (one) => bounds.find(({ name }) => name === one.name)?.conditions,
  );
  if (found.unknown.length) return undefined;
  const frame = frameOf({ model, list: found.list }, facts, child, { place: shown, views });
  return {
    resource: child.name,
    does: "list",
    where: [is(column, key), ...found.where],
    parents: [{ resource: parent.name, where: [named(parent, family, parameter)] }],
    sets: {},
    list: found.list,
    status: facts.status,
    frame,
    ignored: found.ignored,
  };
}

/** A time from which and one until which a record with a start and an end counts. */
function overlap(
  { operation }: Facts,
  child: Stored,
): readonly { readonly name: string; readonly conditions: readonly Condition[] }[] {
  const column = (pattern: RegExp): string | undefined =>
    [...child.columns.keys()].find((name) => pattern.test(name));
  const [start, end] = [
    column(/^(start|starts|begin|from)(_?(at|date|time|s_?at))?$/i),
    column(/^(end|ends|until|to|finish)(_?(at|date|time|s_?at))?$/i),
  ];
  if (start === undefined || end === undefined) return [];
  return operation.parameters.flatMap(({ name, in: place }): ReturnType<typeof overlap> => {
    const value: Source = { from: "parameter", in: place, name };
    if (/^(from|start|since|after|begin)/i.test(name))
      return [{ name, conditions: [{ column: end, how: "above", value }] }];
    if (/^(to|end|until|before)/i.test(name))
      return [{ name, conditions: [{ column: start, how: "below", value }] }];
    return [];
  });
}

/** A pair that is made or taken away. */
export function linked(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model } = setting;
  const link = model.links.find((one) => one.path === facts.path);
  const { method } = facts.operation;
  if (!link || !["post", "put", "delete"].includes(method)) return undefined;
  const family = parentOf(parentOf(facts.path));
  const parameter = facts.parts.at(-2)?.parameter ?? "";
  const resource = linkResource(link);
  return boundTo(setting, facts, link.left, {
    does: method === "delete" ? "unlink" : "link",
    where: [named(link.left, family, parameter)],
    through: through(link.left, family),
    more: {
      link: {
        resource: resource.name,
        sets: {
          [link.columns[0]]: keyOf(link.left, family, parameter),
          [link.columns[1]]: { from: "caller" },
        },
      },
    },
  });
}

/** What the operation does, by the first reading that makes sense. */
export function bindingOf(setting: Setting, facts: Facts): OperationBinding {
  const { model } = setting;
  const link = linked(setting, facts);
  if (link) return link;
  const isItem = facts.parts.at(-1)?.parameter !== undefined;
  const family = isItem ? parentOf(facts.path) : facts.path;
  const stored = model.byFamily.get(family);
  const isRead = stored && !stored.entity.isWritten;
  const elsewhereRead = isRead
    ? (valuesOf(setting, facts) ?? part(setting, facts) ?? projected(setting, facts))
    : undefined;
  if (elsewhereRead) return elsewhereRead;
  const own = stored
    ? attempt(() => (isItem ? ofOne(setting, facts, stored, family) : ofAll(setting, facts, stored, family)))
    : undefined;
  if (own && "value" in own) return own.value;
  const other =
    action(setting, facts) ??
    part(setting, facts) ??
    valuesOf(setting, facts) ??
    elsewhere(setting, facts) ??
    projected(setting, facts);
  return other ?? no(own?.why ?? "no kind of record has what it takes and gives");
}
