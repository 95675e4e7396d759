import {
  parseSync,
  type Class,
  type ClassElement,
  type Program,
  type TSInterfaceDeclaration,
  type TSSignature,
  type TSType,
  type TSTypeAliasDeclaration,
} from "oxc-parser";
import { isSystem, type Declared, type Member, type Source } from "./found.ts";
import { capital, inTable } from "../../../lib/index.ts";

type Declaration = TSInterfaceDeclaration | TSTypeAliasDeclaration | Class;

/** Returns the declarations at the top level of a file, exported or not. */
export function topLevel(program: Program): readonly Program["body"][number][] {
  return program.body.flatMap((node) =>
    (node.type === "ExportNamedDeclaration" || node.type === "ExportDefaultDeclaration") && node.declaration
      ? [node.declaration as Program["body"][number]] // a default export may be an expression, which no reader here accepts
      : [node],
  );
}

function named(program: Program, name: string): Declaration | undefined {
  return topLevel(program).find(
    (node): node is Declaration =>
      (node.type === "TSInterfaceDeclaration" ||
        node.type === "TSTypeAliasDeclaration" ||
        node.type === "ClassDeclaration") &&
      node.id?.name === name,
  );
}

function members(declaration: Declaration): readonly (TSSignature | ClassElement)[] {
  if (declaration.type === "TSInterfaceDeclaration") return declaration.body.body;
  if (declaration.type === "TSTypeAliasDeclaration")
    return declaration.typeAnnotation.type === "TSTypeLiteral" ? declaration.typeAnnotation.members : [];
  return declaration.body.body;
}

interface Read {
  readonly type?: string | readonly string[];
  readonly many?: boolean;
  readonly optional?: boolean;
  /** Another declared type. */
  readonly other?: string;
}

const keywords: Readonly<Record<string, string>> = {
  TSStringKeyword: "string",
  TSNumberKeyword: "number",
  TSBigIntKeyword: "integer",
  TSBooleanKeyword: "boolean",
  TSObjectKeyword: "json",
  TSAnyKeyword: "json",
  TSUnknownKeyword: "json",
  TSTypeLiteral: "json",
};

const empty = new Set(["TSNullKeyword", "TSUndefinedKeyword"]);

/** Returns what a type stands for; nothing for functions and other types that can't be stored. */
function readType(type: TSType, program: Program): Read {
  if (type.type === "TSUnionType") return readUnion(type.types, program);
  if (type.type === "TSArrayType") return { ...readType(type.elementType, program), many: true };
  if (
    type.type === "TSLiteralType" &&
    type.literal.type === "Literal" &&
    typeof type.literal.value === "string"
  )
    return { type: [type.literal.value] };
  if (type.type !== "TSTypeReference")
    return inTable(keywords, type.type) === undefined ? {} : { type: inTable(keywords, type.type) ?? "json" };
  const name = type.typeName.type === "Identifier" ? type.typeName.name : "";
  const [argument] = type.typeArguments?.params ?? [];
  if (/^(Readonly)?(Array|Set)$/.test(name) && argument)
    return { ...readType(argument, program), many: true };
  if (name === "Date") return { type: "datetime" };
  if (/^(Record|Map|Partial|Buffer)$/.test(name)) return { type: "json" };
  const alias = named(program, name);
  const values = enumValues(program, name);
  if (values) return { type: values };
  if (alias?.type === "TSTypeAliasDeclaration" && alias.typeAnnotation.type !== "TSTypeLiteral")
    return readType(alias.typeAnnotation, program);
  return /^[A-Z]\w*$/.test(name) ? { other: name } : {};
}

function readUnion(all: readonly TSType[], program: Program): Read {
  const rest = all.filter((type) => !empty.has(type.type));
  const optional = rest.length < all.length;
  const read = rest.map((type) => readType(type, program));
  const values = read.flatMap(({ type }) => (typeof type === "object" ? type : []));
  const whole =
    read.length === 1 ? read[0] : values.length === read.length ? { type: values } : { type: "json" };
  return { ...whole, ...(optional ? { optional } : {}) };
}

function enumValues(program: Program, name: string): readonly string[] | undefined {
  const found = topLevel(program).find((node) => node.type === "TSEnumDeclaration" && node.id.name === name);
  if (found?.type !== "TSEnumDeclaration") return undefined;
  return found.body.members.map((member) => {
    const memberName = member.id.type === "Identifier" ? member.id.name : "";
    return member.initializer?.type === "Literal" && typeof member.initializer.value === "string"
      ? member.initializer.value
      : memberName;
  });
}

/** Reads an interface, an object type or a class. */
export const typescript: Source = {
  what: "the type",
  glob: "**/*.ts",
  read(text, { pascal }): Declared | undefined {
    if (!new RegExp(String.raw`\b(interface|type|class)\s+${pascal}\b`).test(text)) return undefined;
    const { program } = parseSync("file.ts", text);
    const declaration = named(program, pascal);
    if (!declaration) return undefined;
    const fields: Record<string, Member> = {};
    const relations: Record<string, string> = {};
    const ignored: string[] = [];
    for (const member of members(declaration)) {
      if (
        (member.type !== "TSPropertySignature" && member.type !== "PropertyDefinition") ||
        member.key.type !== "Identifier"
      )
        continue;
      const { name } = member.key;
      const type = member.typeAnnotation?.typeAnnotation;
      if (isSystem(name) || !type) continue;
      const { type: kind, many = false, optional = false, other } = readType(type, program);
      const maybe = optional || member.optional === true;
      const target = /^(\w+)Id$/.exec(name)?.[1];
      if (other !== undefined)
        relations[name] = many ? `has many ${other}` : `belongs to ${other}${maybe ? ", optional" : ""}`;
      else if (target !== undefined && kind === "string")
        relations[target] = `belongs to ${capital(target)}${maybe ? ", optional" : ""}`;
      else if (kind === undefined) ignored.push(name);
      else fields[name] = { name, type: kind, many, optional: maybe };
    }
    return Object.keys(fields).length ? { fields, relations, unique: [], ignored } : undefined;
  },
};
