import { expect, it } from "vitest";
import { phrase } from "./phrases.ts";

it.each([
  ["parseArguments", "parses the arguments"],
  ["add_widget", "adds a widget"],
  ["waitOrAbort", undefined],
  ["add_slack_btn", undefined],
  ["add_complete", undefined],
  ["sendRequest", "sends the request"],
])("what %s says to do", (name, text) => {
  expect(phrase(name)).toBe(text);
});
