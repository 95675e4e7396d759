import { targetOf, targets } from "./doc/target.ts";
import { command } from "./command.ts";

export default command({
  summary: "Write documentation from what the project's history and code show",
  argument: {
    name: "target",
    summary: targets.names.join(", "),
    required: true,
    example: targets.names[0] ?? "",
    choices: targets.names,
  },
  mcp: true,
  flags: {
    unreleased: { type: "boolean", summary: "changelog: head the section [Unreleased]" },
    comprehensive: { type: "boolean", summary: "Everything: the changelog of every release" },
    check: { type: "boolean", summary: "Write nothing; fail if anything would change" },
  },
  async run({ argument, flags }, context) {
    const target = await targets.load(targetOf(argument));
    return target.run(flags, context);
  },
});
