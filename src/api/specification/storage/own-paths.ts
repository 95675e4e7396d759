import {
  bodyOf,
  boundTo,
  inPath,
  is,
  named,
  no,
  ownership,
  shownOf,
  through,
  type Setting,
  type Through,
} from "./bound.ts";
import { knowsCaller } from "./accounts.ts";
import { schemasOf } from "./columns.ts";
import { nameOf, type Facts } from "./facts.ts";
import { alike } from "./families.ts";
import { followed, listOf } from "./lists.ts";
import type { Stored } from "./stored.ts";
import type { BodyRules, Does, OperationBinding, Source, Where } from "./types.ts";
import { plainly, words } from "./path-words.ts";

/** Binds an operation on a collection path. */
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

/** Returns the condition that records below `/me` belong to the caller; none for other paths. */
export function mine({ parts }: Facts, stored: Stored): Where {
  const below = parts
    .slice(0, -1)
    .find(({ text, parameter }) => parameter === undefined && /^(me|self|my|mine)$/i.test(text));
  const isOwnPath = /^(mine|my-\w+|own|my)$/i.test(nameOf(parts)) || below;
  return isOwnPath && stored.owner !== undefined ? [is(stored.owner, { from: "caller" })] : [];
}

export function created(setting: Setting, facts: Facts, stored: Stored, path: Through): OperationBinding {
  const { sent } = facts;
  if (!sent) {
    if (facts.operation.requestBody) return no("its body is not an object");
    return no("it brings nothing to store");
  }
  const known =
    stored.entity.sent.includes(sent) || stored.entity.sent.some((place) => alike(place, sent) >= 0.7);
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

/** Binds an operation on the only record of a kind, or the only one of a parent. */
function ofSingle(setting: Setting, facts: Facts, stored: Stored, path: Through): OperationBinding {
  const { accounts } = setting.model;
  const { method } = facts.operation;
  if (accounts?.stored === stored && !knowsCaller(accounts, facts))
    return no("no credentials tell who calls");
  const where: Where =
    accounts?.stored === stored
      ? [is(stored.key, { from: "caller" })]
      : stored.owner === undefined
        ? []
        : [is(stored.owner, { from: "caller" })];
  if (!stored.single && where.length === 0) return no("nothing says which record it is");
  const setsOwner: Readonly<Record<string, Source>> =
    stored.owner === undefined ? {} : { [stored.owner]: { from: "caller" } };
  const isAccount = accounts?.stored === stored;
  const body = facts.sent ? bodyOf(setting, stored, facts.sent) : undefined;
  if (method === "get") return boundTo(setting, facts, stored, { does: "get", where: where, through: path });
  if (method === "delete" && stored.entity.isWritten)
    return boundTo(setting, facts, stored, { does: "remove", where: where, through: path });
  if (!body || Object.keys(body.columns).length === 0 || !stored.entity.isWritten)
    return no("its body has nothing of the record");
  const does = isAccount || !stored.single || method === "patch" ? "update" : "put";
  return boundTo(setting, facts, stored, { does, where: where, through: path, body, sets: setsOwner });
}

/** Binds an operation on one record that its path names. */
export function ofOne(setting: Setting, facts: Facts, stored: Stored, family: string): OperationBinding {
  const { operation, parts, sent } = facts;
  const path = through(stored, family);
  const where = [named(stored, family, parts.at(-1)?.parameter ?? "")];
  const usable = sent && !sent.isList ? bodyOf(setting, stored, sent) : undefined;
  const body = usable && Object.keys(usable.columns).length ? usable : undefined;
  const { method } = operation;
  const creates = stored.entity.families.some(({ all }) =>
    all.some(
      (item) => item.operation.method === "post" && item.sent && stored.entity.sent.includes(item.sent),
    ),
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
      const sources =
        does === "put"
          ? { [stored.ids.get(family) ?? stored.key]: inPath(parts.at(-1)?.parameter ?? "") }
          : {};
      const status = madeStatus(facts, does);
      return boundTo(setting, facts, stored, {
        does,
        where,
        through: path,
        body,
        sets: { ...sets, ...sources },
        used: query.map(({ name }) => name),
        more: { ...ownership(stored, facts), ...status },
      });
    }
    default:
      return no("storage has no such method");
  }
}

function madeStatus({ operation }: Facts, does: Does): Partial<OperationBinding> {
  const { "201": createdResponse, "200": other } = operation.responses;
  if (
    does !== "put" ||
    !createdResponse ||
    !other ||
    JSON.stringify(createdResponse.content) !== JSON.stringify(other.content)
  )
    return {};
  return { status: 200, madeStatus: 201 };
}

/** Returns the rules of a body that is a list of JSON Patch operations. */
function patchOf({ operation }: Facts): BodyRules | undefined {
  const types = Object.keys(operation.requestBody?.content ?? {});
  return types.some((type) => /json-patch\+json/i.test(type))
    ? { within: [], patch: true, columns: {} }
    : undefined;
}
