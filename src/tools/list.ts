import { type Maker, builtinTool } from "./builtin-tool.ts";

const mostFiles = 1000;

const list: Maker = ({ workspace: { files } }) =>
  builtinTool({
    name: "list",
    description:
      "List the project's files whose paths fit a pattern, without what git ignores. Returns one path a line. Use it to learn the layout or to find a file by its name. Not for finding text (use search).",
    input_schema: {
      type: "object",
      properties: {
        pattern: { type: "string", description: "Like src/**/*.ts or docs/*; ** by default." },
      },
      additionalProperties: false,
    },
    offer: ["look", "change", "run"],
    harmless: true,
    subject: ({ pattern }) => Promise.resolve(pattern ?? "**"),
    async run({ pattern = "**" }) {
      const paths: string[] = [];
      let more = 0;
      for await (const path of files.find(pattern)) {
        if (paths.length < mostFiles) paths.push(path);
        else more += 1;
      }
      if (paths.length === 0) return `No file fits ${pattern}.`;
      return paths.join("\n") + (more ? `\n[${more} more; narrow the pattern]` : "");
    },
  });
export default list;
