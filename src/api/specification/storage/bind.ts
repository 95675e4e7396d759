import { action } from "./actions.ts";
import { attempt, boundTo, keyOf, named, no, through, type Setting } from "./bound.ts";
import type { Facts } from "./facts.ts";
import { parentOf } from "./families.ts";
import { linkResource } from "./model.ts";
import { elsewhere, part } from "./other-paths.ts";
import { ofAll, ofOne } from "./own-paths.ts";
import { projected, valuesOf } from "./parts-of-lists.ts";
import type { OperationBinding } from "./types.ts";

/** Binds an operation that creates or deletes a link between two records. */
export function linked(setting: Setting, facts: Facts): OperationBinding | undefined {
  const { model } = setting;
  const link = model.links.find((link) => link.path === facts.path);
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

/** Binds an operation by the first interpretation that fits. */
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
  const ownBinding = stored
    ? attempt(() => (isItem ? ofOne(setting, facts, stored, family) : ofAll(setting, facts, stored, family)))
    : undefined;
  if (ownBinding && "value" in ownBinding) return ownBinding.value;
  const other =
    action(setting, facts) ??
    part(setting, facts) ??
    valuesOf(setting, facts) ??
    elsewhere(setting, facts) ??
    projected(setting, facts);
  return other ?? no(ownBinding?.why ?? "no kind of record has what it takes and gives");
}
