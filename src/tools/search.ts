import { type Maker, builtinTool } from "./builtin-tool.ts";
import { scan } from "./search/scan.ts";
import { shorten } from "./text.ts";

const search: Maker = ({ workspace }) =>
  builtinTool({
    name: "search",
    description:
      "Search the project's files for a regular expression, line by line, without what git ignores. Returns path:line:text for each line that fits. Use it to find where something is defined or used. Not for finding files by name (use list).",
    input_schema: {
      type: "object",
      properties: {
        pattern: { type: "string", description: "A regular expression; use literal for plain text." },
        literal: { type: "boolean", description: "Take the pattern as plain text." },
        ignore_case: { type: "boolean" },
        glob: { type: "string", description: "Only files that fit, like src/**/*.ts." },
        context: { type: "integer", minimum: 0, maximum: 10, description: "Lines to show around each." },
      },
      required: ["pattern"],
      additionalProperties: false,
    },
    offer: ["look", "change", "run"],
    harmless: true,
    subject: ({ glob }) => Promise.resolve(glob ?? "**"),
    async run(input, { signal }) {
      const { lines, more } = await scan(workspace, input, signal);
      if (lines.length === 0) return "Nothing fits.";
      return shorten(lines.join("\n")) + (more ? `\n[${more} more; narrow the pattern]` : "");
    },
  });
export default search;
