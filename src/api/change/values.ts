import { UserError } from "../../lib/index.ts";
import { map, mapField, mapActions, type Draft } from "./draft.ts";

export const addValue = (draft: Draft, of: string, [name, value]: readonly [string, string]): Draft =>
  mapField(draft, of, name, (field) => ({
    ...field,
    schema: { ...field.schema, enum: [...new Set([...(field.schema.enum ?? []), value])] },
  }));

/** Removes a value from an enumeration; stored values become `into`, if given. */
export function replaceValue(
  draft: Draft,
  { of, name, value }: { readonly of: string; readonly name: string; readonly value: string },
  { into, stays }: { readonly into?: string | undefined; readonly stays: boolean },
): Draft {
  const renamed = into !== undefined && !stays;
  const edited = map(draft, of, (resource) => ({
    ...resource,
    actions: mapActions(resource, (entry) =>
      entry[0] !== name || entry[1] !== value ? entry : renamed ? [name, into] : undefined,
    ),
  }));
  return mapField(edited, of, name, ({ default: initial, map: earlier, ...field }) => {
    const all = (field.schema.enum ?? []).map(String);
    const left = renamed
      ? all.map((item) => (item === value ? into : item))
      : all.filter((item) => item !== value);
    if (left.length === 0)
      throw new UserError(
        "no_values_left",
        `${of}.${name} would have no value left.`,
        `Keep one, or remove the field: "remove ${name} from ${of}".`,
      );
    const moved = Object.entries(earlier ?? {}).map(
      ([old, to]) => [old, to === value ? (into ?? to) : to] as const,
    );
    const start = initial === value ? into : initial;
    const mapping = { ...Object.fromEntries(moved), ...(into === undefined ? {} : { [value]: into }) };
    return {
      ...field,
      schema: { ...field.schema, enum: [...new Set(left)] },
      ...(Object.keys(mapping).length ? { map: mapping } : {}),
      ...(start === undefined ? {} : { default: start }),
    };
  });
}
