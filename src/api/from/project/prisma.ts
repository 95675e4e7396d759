import { isSystem, type Bounds, type Declared, type Member, type Source } from "./found.ts";
import { literal } from "./literal.ts";
import { inTable } from "../../../lib/index.ts";

const types: Readonly<Record<string, string>> = {
  String: "string",
  Int: "integer",
  BigInt: "integer",
  Float: "number",
  Decimal: "decimal",
  Boolean: "boolean",
  DateTime: "datetime",
  Json: "json",
};

const onDelete: Readonly<Record<string, string>> = {
  Cascade: "cascade",
  Restrict: "restrict",
  NoAction: "restrict",
  SetNull: "set-null",
};

const names = (list: string | undefined): readonly string[] =>
  (list ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

function enumValues(text: string, name: string): readonly string[] | undefined {
  const body = new RegExp(String.raw`^\s*enum\s+${name}\s*\{([^}]*)\}`, "m").exec(text)?.[1];
  return body?.split("\n").flatMap((line) => /^\s*(\w+)/.exec(line)?.[1] ?? []);
}

function relation(type: string, optional: boolean, attributes: string): string {
  const field = /fields:\s*\[\s*(\w+)/.exec(attributes)?.[1];
  const fate = inTable(onDelete, /onDelete:\s*(\w+)/.exec(attributes)?.[1] ?? "");
  return [
    `belongs to ${type}`,
    optional ? "optional" : "",
    field ? `field ${field}` : "",
    fate ? `on delete ${fate}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

const line = /^\s*(\w+)\s+(\w+)(\[\])?(\?)?\s*(.*)$/;

export const prisma: Source = {
  what: "the Prisma model",
  glob: "**/*.prisma",
  read(text, { pascal }): Declared | undefined {
    const body = new RegExp(String.raw`^\s*model\s+${pascal}\s*\{([\s\S]*?)^\s*\}`, "m").exec(text)?.[1];
    if (body === undefined) return undefined;
    const fields: Record<string, Member> = {};
    const relations: Record<string, string> = {};
    const keys = new Set(
      [...body.matchAll(/@relation\([^)]*fields:\s*\[\s*(\w+)/g)].map((match) => match[1]),
    );
    for (const row of body.split("\n")) {
      const [, name = "", type = "", many, optional, attributes = ""] =
        line.exec(row.replace(/\/\/.*$/, "")) ?? [];
      if (!name || isSystem(name) || keys.has(name)) continue;
      const values = enumValues(text, type);
      const known = inTable(types, type);
      if (known === undefined && !values) {
        relations[name] = many ? `has many ${type}` : relation(type, optional !== undefined, attributes);
        continue;
      }
      const most = Number(/@db\.(?:VarChar|Char)\((\d+)\)/.exec(attributes)?.[1] ?? Number.NaN);
      const bounds: Bounds = Number.isNaN(most) ? {} : { range: [undefined, most] };
      const fallback = /@default\(([^()]*(?:\(\))?)\)/.exec(attributes)?.[1];
      fields[name] = {
        name,
        type: values ?? known ?? "string",
        many: many !== undefined,
        optional: optional !== undefined,
        unique: /@unique\b/.test(attributes),
        ...(many ? { items: bounds } : bounds),
        ...(fallback === "now()"
          ? { auto: "now" }
          : { default: fallback && values?.includes(fallback) ? fallback : literal(fallback ?? "") }),
      };
    }
    return {
      fields,
      relations,
      unique: [...body.matchAll(/@@unique\(\[([^\]]*)\]/g)].map((match) => names(match[1])),
      ignored: [],
    };
  },
};
