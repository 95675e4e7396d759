import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { node } from "./node.ts";

const job = {
  root: "/",
  sources: { "a.js": "a" },
  changes: [["a.js", 1, "b"]],
  options: "",
  environment: {},
};
const limits = { seconds: 60, budget: 1, most: 5, after: 6 };

function answer(more: object): unknown {
  const input = JSON.stringify({ ...job, ...limits, ...more });
  const text = execFileSync(process.execPath, ["-e", node], { input, encoding: "utf8", timeout: 20_000 });
  return JSON.parse(/^PASSED(.*)$/m.exec(text)?.[1] ?? "null");
}

it("answers when the time is over, though a change never ends", () => {
  expect(answer({ commands: [["sleep", "60"]], each: false })).toEqual({ passed: [], partial: [], tried: 1 });
});

it("counts a change as partial only if nothing fails that passed before", () => {
  const print = (names: string): readonly string[] => [
    "sh",
    "-c",
    `case "$ANTIPHON_INSTEAD" in *a.js*) set -- ${names};; *) set -- x y;; esac; for n; do echo "not ok 1 - $n"; done; exit 1`,
  ];
  const budget = 10;
  expect(answer({ commands: [print("y")], each: "tap", budget })).toMatchObject({ partial: [[0, 1]] });
  expect(answer({ commands: [print("z")], each: "tap", budget })).toMatchObject({ partial: [] });
  expect(answer({ commands: [print("x y")], each: "tap", budget })).toMatchObject({ partial: [] });
});

it("tries the other changes where a file is too large for a run's environment", () => {
  const sources = { "big.js": "x".repeat(200_000), "a.js": "a" };
  const changes = [
    ["big.js", 1, "y".repeat(200_000)],
    ["a.js", 1, "b"],
  ];
  const more = { sources, changes, commands: [["true"]], each: false, budget: 10 };
  expect(answer(more)).toEqual({ passed: [1], partial: [], tried: 1 });
});

it("ends though a test leaves a process that holds its output open", () => {
  const leaves = ["sh", "-c", 'setsid sleep 25 & sleep 0.5; echo "not ok 1 - x"; exit 1'];
  expect(answer({ commands: [leaves], each: "tap", budget: 10 })).toMatchObject({ tried: 1 });
});

it("compares thousands of failures in time that grows with their number", () => {
  const numbers = 'case "$ANTIPHON_INSTEAD" in *a.js*) set -- 100000 -1 1;; *) set -- 0 100000;; esac';
  const prints = ["sh", "-c", `${numbers}; seq -f "not ok 1 - %.0f" "$@"; exit 1`];
  expect(answer({ commands: [prints], each: "tap", budget: 10 })).toMatchObject({ partial: [[0, 100_000]] });
});
