import { table } from "../../lib/index.ts";
import { styles, type Report, show } from "../../report/index.ts";
import { openWorkspace } from "../../workspace/index.ts";
import type { Check, Finding } from "../doctor/check.ts";
import { print } from "../print.ts";
import { openShared } from "../shared.ts";
import { program } from "./program.ts";

const checks = table<Check, string>({
  runtime: () => import("../doctor/runtime.ts"),
  keys: () => import("../doctor/keys.ts"),
  models: () => import("../doctor/models.ts"),
  packages: () => import("../doctor/packages.ts"),
  databases: () => import("../doctor/databases.ts"),
  sandbox: () => import("../doctor/sandbox.ts"),
});

export default program({
  summary: "Check runtime, keys, models, packages, databases and sandbox, with the fix for each",
  flags: {
    upstream: {
      type: "string",
      summary: "Test the features of this upstream instead, with about ten small requests",
      example: "local",
    },
    model: { type: "string", summary: "Use this model of the upstream", example: "qwen3-8b" },
    config: {
      type: "string",
      summary: "Configuration file with the upstream",
      example: "antiphon.yaml",
      files: true,
    },
  },
  async run({ flags: { upstream: name, model, config } }, io) {
    const { settings } = await openShared(io, "new");
    const { files } = await openWorkspace(io.cwd, { state: io.folders.state, clock: io.clock });
    const dotEnv = (await files.tryRead(".env").catch(() => null)) ?? "";
    const patient = { io, settings, dotEnv };
    const { upstream } = await import("../doctor/upstream.ts");
    const found =
      name === undefined
        ? await Promise.all(checks.names.map(async (check) => (await checks.load(check))(patient)))
        : [await upstream({ upstream: name, model, config }, patient)];
    const done = report(found.flat());
    await print({ report: done, style: styles.default }, io);
    return done.outcome === "done" ? 0 : 1;
  },
});

function report(found: readonly Finding[]): Report {
  const wrong = found.filter(({ state }) => state === "wrong").length;
  return {
    title: wrong
      ? `${wrong} of ${found.length} checks found something wrong`
      : "Everything that is in use works",
    outcome: wrong ? "failed" : "done",
    data: { findings: found.map(({ what, state, detail, fix }) => ({ what, state, detail, fix })) },
    sections: [
      show.section("checks", "", [
        show.table(
          ["state", "what", "detail", "fix"],
          found.map(({ what, state, detail, fix }) => [state, what, detail, fix]),
        ),
      ]),
    ],
  };
}
