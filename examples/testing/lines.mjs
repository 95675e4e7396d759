/** What can go wrong between an agent and its model, a script each. */
import { cutCall, overloaded, unchecked } from "antiphon/testing";

export const scripts = {
  good: [{ tool: "get_weather", input: { city: "Paris" } }, "It is 21 °C."],
  wrongInput: [unchecked({ tool: "get_weather", input: { town: "Paris" } }), "Sorry."],
  unknownTool: [unchecked({ tool: "get_whether", input: { city: "Paris" } }), "Sorry."],
  cut: [cutCall({ tool: "get_weather", input: { city: "Paris" } })],
  overloaded: [overloaded(0.01), "Here I am."],
};
