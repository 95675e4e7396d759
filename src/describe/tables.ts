import { tokensOf } from "./tokens.ts";
import { nounAt, type Noun } from "./nouns.ts";
import { labelOwner, linked, type Statement } from "./statement.ts";

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly heading: string;
}

/** The contents of a table's columns, by index; -1 for none. */
interface Columns {
  readonly entity: number;
  readonly field: number;
  readonly parent: number;
}

const entityHeader = /^(?:entity|resource|model|table|object|class|record|thing|what)s?$/i;
const fieldHeader =
  /^(?:fields?|attributes?|attrs?|columns?|property|properties|props|name|info(?:rmation)?(?: .*)?|details?|data|has)$/i;
const parentHeader =
  /^(?:belongs to|parents?|relat\w+.*|ref\w*|links?(?: to)?|linked (?:to|with)|connect\w*.*|foreign keys?)$/i;

const isAnswer = (cell: string): boolean => /^(?:yes|no|y|n|x|-|–|—|✓|✗|✔|✘)?$/i.test(cell);

/** Whether a row says who may do something: `| edit plots | no | yes |`. */
export function isPermissionRow(line: string): boolean {
  const cells = line
    .replaceAll(/^\||\|$/g, "")
    .split("|")
    .slice(1);
  return (
    line.startsWith("|") &&
    cells.some((cell) => /\S/.test(cell)) &&
    cells.every((cell) => isAnswer(cell.trim()))
  );
}

/** Detects the columns by their headers, otherwise by their contents. */
function columnsOf({ header, rows, heading }: Table): Columns {
  const at = (pattern: RegExp): number => header.findIndex((cell) => pattern.test(cell));
  let entity = at(entityHeader);
  let field = at(fieldHeader);
  const parent = at(parentHeader);
  const lists = header.findIndex(
    (_, index) =>
      index !== parent && rows.filter((cells) => /,/.test(cells[index] ?? "")).length * 2 > rows.length,
  );
  if (field === -1 && lists > 0) field = lists;
  if (entity === -1 && field > 0 && lists === field) entity = 0;
  return { entity: entity === field && heading ? -1 : entity, field, parent };
}

const modifierHeader = /^(?:(?:data ?)?types?|rules?|notes?|required\??|constraints?|default)$/i;

/** Whether a cell is only a column header: `Entity`, `Rules`. */
export const isColumnName = (cell: string): boolean =>
  [entityHeader, fieldHeader, parentHeader, modifierHeader].some((pattern) => pattern.test(cell));

/** The statements of a table that lists resources or fields; none for a table of permissions. */
export function tableStatements(table: Table): readonly Statement[] {
  const { rows, heading } = table;
  const { entity, field, parent } = columnsOf(table);
  if (rows.every((cells) => cells.slice(1).every(isAnswer))) return [];
  if (entity === -1 && (field === -1 || !heading)) return [];
  let name = heading;
  return rows.flatMap((cells): readonly Statement[] => {
    name = (entity === -1 ? heading : cells[entity]) || name;
    const owner = labelOwner(name);
    if (!owner) return [];
    const more = cells.filter(
      (cell, index) => cell && ![entity, field, parent].includes(index) && !/^[-–—]$/.test(cell),
    );
    const fields = cells[field] ?? "";
    const list =
      field === -1 || /,/.test(fields)
        ? [fields, ...more].filter(Boolean).join(", ")
        : `${fields} (${more.join(", ")})`;
    return [
      { kind: "attributes", owner, list, labelled: true },
      ...(entity === -1 ? [] : relationsIn(owner, cells[parent] ?? "")),
    ];
  });
}

/** The relations in a cell: `animal, keeper`, `lives in an enclosure`. */
function relationsIn(owner: Noun, cell: string): readonly Statement[] {
  return cell.split(/,|;|\band\b/).flatMap((part): readonly Statement[] => {
    const text = part.replace(/\(.*$/, "").trim();
    const tokens = tokensOf(text.replace(/^(?:belongs to|many to one|n:1)\s+/i, ""));
    return linked(owner, [tokens.flatMap((_, index) => nounAt(tokens, index) ?? []).at(-1)]);
  });
}
