import { expect, it } from "vitest";
import { runsTests } from "./test-command.ts";

it.each([
  "npm test",
  "CI=1 npm run test:unit -- --silent",
  "pnpm run unit-tests",
  "yarn workspaces focus && yarn check",
  "npx vitest run src/a.test.ts",
  "node --import ./setup.mjs --test tests/*.test.js",
  "node_modules/.bin/mocha -r ts-node/register",
  "nyc --reporter=lcov mocha",
  "python3 -m pytest -q",
  "uv run pytest tests/a.py",
  "python -m unittest discover",
  "go test ./...",
  "cd api && go vet ./... && go test -race ./...",
  "./gradlew :app:build check",
  "./mvnw -q verify",
  "cargo +nightly test",
  "make check",
  "bun test",
])("takes %s for tests", (line) => expect(runsTests(line)).toBe(true));

it.each([
  "npm run build",
  "npm install --save-dev vitest",
  "rm -rf test",
  "cat tests/pytest.ini",
  "go build ./test",
  "git commit -m test",
  "cargo build --tests",
  "node scripts/test-data.js",
  "python3 tests/make.py",
  "npm run attest",
])("takes %s for none", (line) => expect(runsTests(line)).toBe(false));
