import type { SpecParameter } from "../../spec.ts";
import { resolve } from "../shape.ts";
import { is, no, quoted, resourceFor, shownOf, type Setting, type Through } from "./bound.ts";
import { nameOf, type Facts } from "./facts.ts";
import { frameOf } from "./frames.ts";
import { typesOf } from "./schema-members.ts";
import type { Stored } from "./stored.ts";
import { applied } from "./parameters.ts";
import type { Condition, OperationBinding, Source, Where } from "./types.ts";
import { plainly, stemOf } from "./path-words.ts";

/** Returns a list of records, with the effects of its parameters. */
export function listOf(
  setting: Setting,
  facts: Facts,
  stored: Stored,
  { through: path, where = [] }: { readonly through: Through; readonly where?: Where },
): OperationBinding {
  const { model, views } = setting;
  const place = facts.shown ?? no("its response is not a list");
  if (!place.isList) no("its response is not a list");
  if (!shownOf(stored, facts)) no("its list has nothing of the records");
  const found = applied(model.spec, facts.operation, resourceFor(setting, stored), (parameter) =>
    linkedBy(setting, stored, parameter),
  );
  const [unknown] = found.unknown;
  // Without the parameter, a list of stored records is only longer; records that nobody stores are computed from it.
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

/** Returns the conditions of a parameter that names a user: who created or linked the record. */
function linkedBy(
  { model }: Setting,
  stored: Stored,
  parameter: SpecParameter,
): readonly Condition[] | undefined {
  const { accounts, links } = model;
  if (!accounts) return undefined;
  const account = accounts.stored;
  const name =
    [...account.ids.values()].find((item) => item !== account.key) ??
    accounts.names.find((name) => account.columns.has(name));
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
    (column) => column.refers === account.name && plainly(column.name) === `${plainly(parameter.name)}id`,
  );
  if (pointer) return [is(pointer.name, key)];
  const link = links.find((link) => link.left === stored && stemOf(link.verb) === stemOf(parameter.name));
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

/** Returns the records of users that the caller follows. */
export function followed(setting: Setting, facts: Facts, stored: Stored): Where | undefined {
  const { accounts, links } = setting.model;
  const link = links.find((link) => link.left === accounts?.stored && link.right === accounts.stored);
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
