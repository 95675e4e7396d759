import { command } from "./command.ts";
import { formats } from "./doc/contract.ts";
import { docData } from "./doc/data.ts";
import { checkCounted, checkFormat, targetOf, targets } from "./doc/target.ts";

/** Only writing runs examples and `--help`: `--update` and `--check` of code run nothing of the project. */
const runsPrograms = (words: readonly string[]): boolean =>
  !words.some((word) => word === "--update" || word === "--check") ||
  words.some((word) => targets.has(word) || word.startsWith("--format"));

export default command({
  summary: "Write documentation from what the code and its history show",
  keywords:
    "Document or comment, write docs, docstrings, API documentation, a readme, a changelog, release notes or a site",
  argument: {
    name: "target",
    summary: `a file, file:function, file#Class.method, folder, or ${targets.names.join(", ")}`,
    required: true,
    example: "src/cart.ts",
    choices: targets.names,
  },
  mcp: true,
  shell: runsPrograms,
  data: docData,
  flags: {
    format: {
      type: "choice",
      choices: formats,
      summary: "Format of the pages",
      mixup: "Here it is the format of pages; /mode token-efficient makes reports shorter.",
    },
    update: { type: "boolean", summary: "Only correct documentation that is no longer true" },
    examples: { type: "boolean", summary: "Add more examples, also of errors and edge cases" },
    comprehensive: {
      type: "boolean",
      summary: "Include private symbols and callers; changelog: every release",
    },
    unreleased: { type: "boolean", summary: "changelog: title the section [Unreleased]" },
    check: {
      type: "boolean",
      summary: "Write nothing; fail on outdated documentation, or below --threshold",
    },
    online: { type: "boolean", summary: "readme: also open its links to other sites" },
    threshold: { type: "string", summary: "With --check: minimum coverage in percent", example: "80" },
  },
  async run({ argument, flags }, context) {
    const target = await targetOf(argument, context.session.workspace.files);
    checkFormat(flags.format, target, argument.trim());
    checkCounted(flags, argument.trim());
    return target.run(flags, context, argument.trim());
  },
});
