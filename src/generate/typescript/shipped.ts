import type { GeneratedFile } from "../contracts.ts";
import { pickedText, type Features } from "../shipped.ts";

/** The text of a file of generated projects that depends on nothing but a few features, which marks in it name. */
export const shippedText = (path: string, features: Features = {}): string =>
  pickedText(`typescript/shipped/${path}`, features);

/** Such a file below `src` of projects that have these features. */
export const shippedFile = (path: string, features: Features = {}): GeneratedFile => ({
  path: `src/${path}`,
  text: shippedText(path, features),
});
