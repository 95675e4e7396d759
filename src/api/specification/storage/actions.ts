import { resolve } from "../shape.ts";
import { bodyOf, boundTo, named, ownership, through, type Setting } from "./bound.ts";
import { schemasOf } from "./columns.ts";
import type { Facts } from "./facts.ts";
import { parentOf } from "./families.ts";
import { typesOf } from "./schema-members.ts";
import type { Stored } from "./stored.ts";
import type { OperationBinding, Source } from "./types.ts";
import { plainly, stemOf } from "./path-words.ts";

/** Returns the state that an action of this name leads to. */
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

/** Binds `POST /things/{id}/cancel`: it sets a state or members of the record. */
export function action(setting: Setting, facts: Facts): OperationBinding | undefined {
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
