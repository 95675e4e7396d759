import { inTable } from "../../../lib/index.ts";
import { plainly } from "./id.ts";
import type { Body } from "./media.ts";
import type { Shape } from "../shape.ts";

/**
 * A body with its members under the names by which answers have them, where only the spelling differs: `FriendlyName` is
 * answered as `friendly_name`.
 */
export function spelled(body: Body, record: Shape): Body {
  const { shape } = body;
  const answered = Map.groupBy(Object.keys(record.properties), plainly);
  const sent = Map.groupBy(Object.keys(shape.properties), plainly);
  const renamed: Record<string, string> = {};
  for (const [plain, names] of sent) {
    const [name, ...others] = names;
    const [other, ...more] = answered.get(plain) ?? [];
    if (name === undefined || other === undefined || others.length || more.length || name === other) continue;
    renamed[name] = other;
  }
  if (Object.keys(renamed).length === 0) return body;
  const named = (name: string): string => inTable(renamed, name) ?? name;
  return {
    ...body,
    renamed,
    shape: {
      ...shape,
      properties: Object.fromEntries(
        Object.entries(shape.properties).map(([name, member]) => [named(name), member]),
      ),
      required: new Set([...shape.required].map(named)),
    },
  };
}
