import type { ScriptForm } from "./own-way.ts";

const words = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);
const form = (parts: Readonly<Partial<Record<keyof ScriptForm, string>>>): ScriptForm => ({
  programs: words(parts.programs ?? ""),
  subcommands: words(parts.subcommands ?? ""),
  valued: words(parts.valued ?? ""),
  dropped: words(parts.dropped ?? ""),
});

/** How package scripts call the Node test runners. */
export const scriptForms: Readonly<Record<string, ScriptForm>> = {
  vitest: form({
    programs: "vitest",
    subcommands: "run watch dev",
    valued: `--config -c --root -r --dir --project --environment --pool --mode --reporter --outputFile --exclude
      --testTimeout --maxWorkers --minWorkers --workspace -t --testNamePattern`,
    dropped: `--run --watch -w --ui --reporter --outputFile --coverage --coverage.enabled --bail --update -u --silent
      --passWithNoTests`,
  }),
  jest: form({
    programs: "jest",
    valued: `-c --config --rootDir --roots --maxWorkers -w --env --testMatch --testRegex --testTimeout --reporters
      --selectProjects -t --testNamePattern --testPathPattern --testPathPatterns --setupFilesAfterEnv --shard`,
    dropped: `--watch --watchAll --coverage --collectCoverage --reporters --json --outputFile --bail -b --verbose --silent
      --passWithNoTests -u --updateSnapshot --onlyChanged -o`,
  }),
  mocha: form({
    programs: "mocha ts-mocha",
    valued: `-r --require -R --reporter -O --reporter-option --reporter-options --config --opts -t --timeout -s --slow
      -u --ui -g --grep -f --fgrep --extension --file --ignore --exclude --package --loader --import -n --node-option
      -j --jobs --compilers`,
    dropped: "-R --reporter -O --reporter-option --reporter-options -w --watch -b --bail --parallel",
  }),
  ava: form({
    programs: "ava",
    valued: "--config --node-arguments -T --timeout -c --concurrency -m --match",
    dropped: "--watch -w --verbose -v --tap -t --fail-fast --update-snapshots -u",
  }),
  tap: form({
    programs: "tap",
    valued: "-R --reporter -t --timeout -j --jobs --node-arg --test-arg",
    dropped: `-R --reporter -w --watch --100 --cov --no-coverage --coverage-report --no-coverage-report --bail -b
      --allow-incomplete-coverage --allow-empty-coverage --disable-coverage --no-check-coverage --check-coverage`,
  }),
  tape: form({ programs: "tape", valued: "-r --require -i --ignore", dropped: "" }),
  "node:test": form({
    programs: "--test",
    valued: `--import --loader --experimental-loader -r --require --env-file -C --conditions --test-concurrency
      --test-timeout --test-name-pattern --test-reporter --test-reporter-destination --test-shard`,
    dropped: `--watch --test-reporter --test-reporter-destination --experimental-test-coverage --test-coverage-include
      --test-coverage-exclude --test-update-snapshots`,
  }),
};
