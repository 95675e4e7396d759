import { checkConfig, configSchema, type Problem } from "../../config/index.ts";
import { toPlace, usageError, type Json } from "../../lib/index.ts";
import { styles, type Report, show } from "../../report/index.ts";
import { configFile, findConfig, openConfig } from "../configured.ts";
import { storeFlags } from "../gateway.ts";
import type { LoadingProblems } from "../loading.ts";
import { print } from "../print.ts";
import { program } from "./program.ts";

const actions = ["check", "schema", "explain"] as const;

export default program({
  summary: "Check a configuration file of serve, explain one of its models, or print its JSON Schema",
  argument: {
    name: "action",
    summary: "check [FILE], explain MODEL [FILE], or schema",
    required: true,
    example: "check antiphon.yaml",
    choices: actions,
  },
  flags: { config: storeFlags.config },
  async run({ argument, flags }, io) {
    const [, action = "", file] = /^(\S+)(?:\s+(.+))?$/.exec(argument.trim()) ?? [];
    if (action === "schema") {
      io.out(`${JSON.stringify(configSchema(), null, 2)}\n`);
      return 0;
    }
    if (action === "explain") {
      const [, model = "", path] = /^(\S+)(?:\s+(.+))?$/.exec(file ?? "") ?? [];
      const { explain } = await import("../explain-model.ts");
      const explained = await explain(model, await openConfig(io, path ?? flags.config));
      await print({ report: explained, style: styles.default }, io);
      return 0;
    }
    if (action !== "check")
      throw usageError(
        "unknown_action",
        action ? `config has no action ${action}.` : "config needs an action.",
        "Use check, explain or schema.",
      );
    const found = await findConfig(io, file ?? flags.config);
    if (found === undefined)
      throw usageError(
        "config",
        "There is no configuration to check.",
        `antiphon config check ${configFile}`,
      );
    const { config, problems } = await checkConfig(found.text, found.file);
    const { loadingProblems } = await import("../loading.ts");
    const loaded = config ? await loadingProblems(config, found.file, io) : { problems, missing: [] };
    await print({ report: report(found.file, loaded), style: styles.default }, io);
    return loaded.problems.length > 0 ? 1 : 0;
  },
});

const report = (file: string, { problems, missing }: LoadingProblems): Report => ({
  title: problems.length > 0 ? `${file}: ${problems.length} to correct` : `${file} is valid`,
  outcome: problems.length > 0 ? "failed" : "done",
  data: {
    problems: problems.map((problem) => entry(file, problem)),
    missing: missing.map((problem) => entry(file, problem)),
  },
  sections: [
    ...show.tables("problems", "", columns, problems.map(row)),
    ...show.tables("missing", "Missing in this environment", columns, missing.map(row)),
  ],
});

const entry = (file: string, { place, message, fix }: Problem) => ({
  place: toPlace(file, place.line),
  column: place.column ?? null,
  message,
  fix,
});

const columns = ["line", "column", "problem", "fix"];

const row = ({ place, message, fix }: Problem): readonly Json[] => [
  place.line ?? 1,
  place.column ?? 1,
  message,
  fix,
];
