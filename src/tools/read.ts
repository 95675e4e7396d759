import { type Maker, builtinTool } from "./builtin-tool.ts";
import { readable } from "./protected.ts";
import { numbered } from "./text.ts";

const mostLines = 2000;

const read: Maker = ({ workspace: { files } }) =>
  builtinTool({
    name: "read",
    description:
      "Read a text file of the project. Returns its lines with their numbers, counted from 1, up to 2000 lines. Use it before editing a file. Not for folders (use list) or for finding something (use search).",
    input_schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the project's folder." },
        offset: { type: "integer", minimum: 1, description: "First line to read; 1 by default." },
        limit: { type: "integer", minimum: 1, description: "How many lines; at most 2000." },
      },
      required: ["path"],
      additionalProperties: false,
    },
    offer: ["look", "change", "run"],
    harmless: true,
    subject: ({ path }) => files.resolve(path),
    async run({ path, offset = 1, limit = mostLines }) {
      const lines = (await files.read(await readable(files, path))).split(/\r?\n/);
      if (lines.at(-1) === "") lines.pop();
      if (lines.length === 0) return "The file is empty.";
      if (offset > lines.length)
        return { content: `The file has only ${lines.length} lines.`, is_error: true };
      const part = lines.slice(offset - 1, offset - 1 + Math.min(limit, mostLines));
      const left = lines.length - (offset - 1 + part.length);
      return (
        numbered(part, offset) +
        (left ? `\n[${left} more lines; read on from line ${offset + part.length}]` : "")
      );
    },
  });
export default read;
