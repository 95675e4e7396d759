import { unifiedDiff } from "../workspace/index.ts";
import { type Maker, builtinTool } from "./builtin-tool.ts";
import { writable } from "./protected.ts";

const write: Maker = ({ workspace: { files } }) => {
  const change = async ({ path, content }: { readonly path: string; readonly content: string }) => {
    const real = await writable(files, path);
    return { path: real, before: await files.tryRead(real), after: content };
  };
  return builtinTool({
    name: "write",
    description:
      "Write a whole file: a new one, or in place of what is there. Folders are made as needed. Returns how many lines were written. Use edit to change a part of a file.",
    input_schema: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
      required: ["path", "content"],
      additionalProperties: false,
    },
    offer: ["change", "run"],
    harmless: false,
    subject: ({ path }) => files.resolve(path),
    preview: async (input) => unifiedDiff([await change(input)]),
    async run(input) {
      const one = await change(input);
      const { changes } = await files.write([one]);
      if (changes.length === 0) return `${one.path} holds exactly this already.`;
      return `${one.before === null ? "Made" : "Replaced"} ${one.path}: ${input.content.split("\n").length} lines.`;
    },
  });
};
export default write;
