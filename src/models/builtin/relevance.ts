import type { Filled } from "./fill/fill.ts";
import type { Rank } from "./rank.ts";

/** Evidence for a call, from 0 to 1; `weakest` from -1; `choice` is the logarithm of the number of tools. */
interface Signs {
  readonly name: number;
  readonly description: number;
  readonly explained: number;
  readonly evidence: number;
  readonly weakest: number;
  readonly bare: number;
  readonly choice: number;
}

/** A logistic model with few features, fitted so that a right call scores above 0.5 and an irrelevant one below. */
const weights: Signs = {
  name: 2.2,
  description: 2.9,
  explained: 2.6,
  evidence: 2.3,
  weakest: 0.45,
  bare: 0.65,
  choice: 0.87,
};
const bias = -3.5;

/** The probability, 0 to 1, that a tool with these arguments is what the request asks for. */
export function relevance(rank: Rank, filled: Filled, tools: number): number {
  const required = filled.evidence.filter((evidence) => evidence.required);
  const count = rank.tool.parameters.filter((parameter) => parameter.required).length;
  const scores = required.map((evidence) => evidence.score);
  const signs: Signs = {
    name: rank.name,
    description: rank.description,
    explained: rank.explained,
    evidence: scores.reduce((sum, score) => sum + Math.min(score, 4) / 4, 0) / Math.max(1, count),
    weakest: count === 0 || scores.length === 0 ? 0 : Math.max(-1, Math.min(...scores, 3) / 3),
    bare: count === 0 ? 1 : 0,
    choice: Math.log(tools),
  };
  const sum = Object.entries(weights).reduce(
    (total, [sign, weight]) => total + weight * signs[sign as keyof Signs],
    bias,
  ); // both have the same keys
  return 1 / (1 + Math.exp(-sum));
}
