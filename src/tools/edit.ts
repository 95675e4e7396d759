import { unifiedDiff } from "../workspace/index.ts";
import { type Maker, builtinTool } from "./builtin-tool.ts";
import { writable } from "./protected.ts";
import { type Replacement, replaced } from "./edit/replace.ts";

const edit: Maker = ({ workspace: { files } }) => {
  const change = async (input: Replacement & { readonly path: string }) => {
    const path = await writable(files, input.path);
    const before = await files.read(path);
    return { path, before, ...replaced(before, input) };
  };
  return builtinTool({
    name: "edit",
    description:
      "Replace a piece of a file by another. old_string must be in the file exactly once, letter by letter with its indentation, without line numbers; replace_all replaces every one. Returns the diff. Read the file first. Not for new files (use write).",
    input_schema: {
      type: "object",
      properties: {
        path: { type: "string" },
        old_string: { type: "string", minLength: 1 },
        new_string: { type: "string" },
        replace_all: { type: "boolean" },
      },
      required: ["path", "old_string", "new_string"],
      additionalProperties: false,
    },
    offer: ["change", "run"],
    harmless: false,
    subject: ({ path }) => files.resolve(path),
    async preview(input) {
      const { path, before, after } = await change(input);
      return after === undefined
        ? `edit ${path} (the text isn't there)`
        : unifiedDiff([{ path, before, after }]);
    },
    async run(input) {
      const { path, before, after, problem } = await change(input);
      if (after === undefined) return { content: problem, is_error: true };
      const written = await files.write([{ path, before, after }]);
      return unifiedDiff(written.changes) || "Nothing changed: both texts are the same.";
    },
  });
};
export default edit;
