import { anyOf } from "../lib/index.ts";

const greeting = String.raw`(?:(?:hi|hello|hey|there|please|pls|ok|so|quick one)[,!]?\s+)*`;
const speaker = "(?:(?:i|we)(?:'d| would)?(?:'m|'re| am| are)? )?";
const wish = "(?:like(?: to)?|need|want(?: to)?|wanna|have to|trying to|building|run|let|looking for)";
const order = "(?:build|create|make|design|generate|write|give me|implement|develop|define)(?: me| us)?";
const deed = "(?:build|create|make|have|run|clone|develop|design|generate)";

/** How somebody asks for a program, in front of what it is for. */
export const request = new RegExp(
  String.raw`^${greeting}${anyOf(speaker + wish, order, "trying to|this is|it is")}\b\s*(?:${deed}\s+)?`,
  "i",
);
