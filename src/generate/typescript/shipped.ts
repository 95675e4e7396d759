import type { GeneratedFile } from "../contracts.ts";
import { pick } from "../pick.ts";
import { shipped } from "../shipped.ts";

type Features = Readonly<Record<string, boolean>>;

/** The text of a file of generated projects that depends on nothing but a few features, which marks in it name. */
export const shippedText = (path: string, features: Features = {}): string =>
  pick(
    shipped(`typescript/shipped/${path}`),
    new Set(Object.keys(features).filter((name) => features[name])),
  );

/** Such a file below `src` of projects that have these features. */
export const shippedFile = (path: string, features: Features = {}): GeneratedFile => ({
  path: `src/${path}`,
  text: shippedText(path, features),
});
