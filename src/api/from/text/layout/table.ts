const row = /^[ \t]*\|(.+)\|[ \t]*$/;
const cells = (line: string): readonly string[] =>
  (row.exec(line)?.[1] ?? "").split(/(?<!\\)\|/).map((cell) => cell.trim());

const isRule = (line: string): boolean => /^[ \t|:-]+$/.test(line) && line.includes("-");
const no = /^(?:no|n|false|-|–|—|✗|✘|x|none|n\/a)?$/i;
const heads = /^(?:#|no|field|name|property|attribute|column|key|member)s?(?: name)?$/i;
const records = /^(?:resource|entity|model|table|record)s?$/i;

/** What a cell says of the field in its row, by the head of its column. */
function saying(head: string, cell: string): string {
  const isFlag = /^(?:required|mandatory|unique|optional|nullable|auto)\b/i.exec(head)?.[0].toLowerCase();
  if (isFlag !== undefined)
    return no.test(cell) ? (/^(?:required|mandatory)$/.test(isFlag) ? "optional" : "") : isFlag;
  if (no.test(cell)) return "";
  if (/^default/i.test(head)) return `default ${cell}`;
  // `enum: free, pro, team`
  const list = /^(?:enum|one of)\s*[:(]?\s*([^()]*,[^()]*)\)?$/i.exec(cell)?.[1];
  if (list !== undefined) return list.split(/,\s*/).join("/");
  return /^(?:values|options|allowed)/i.test(head) ? `one of ${cell}` : cell;
}

/** Columns of a table as one line for each row: `| code | string | unique |` → `- code (string, unique)`. */
export function tabled(text: string): string {
  let head: readonly string[] | undefined;
  const lines = text.split("\n");
  return lines
    .flatMap((line, i) => {
      if (!row.test(line)) {
        head = undefined;
        return line;
      }
      if (isRule(line)) return [];
      if (head === undefined) {
        head = cells(line);
        if (isRule(lines[i + 1] ?? "") || heads.test(head[0] ?? "") || records.test(head[0] ?? "")) return [];
      }
      const [name = "", ...rest] = cells(line);
      const said = rest.map((cell, at) => saying(head?.[at + 1] ?? "", cell)).filter(Boolean);
      if (records.test(head[0] ?? "")) return `${name}: ${said.join(", ")}`;
      return said.length ? `- ${name} (${said.join(", ").replaceAll(/[()]/g, " ")})` : `- ${name}`;
    })
    .join("\n");
}
