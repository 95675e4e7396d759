import type { GeneratedFile } from "../contracts.ts";
import { pickedText, type Features } from "../shipped.ts";

/**
 * A file of generated projects whose text depends on nothing but a few features, which marks in it name.
 * @param path below `src` of the project
 * @param features those that the project has
 * @param from where it lies here, unless that is the same
 */
export const shippedFile = (path: string, features: Features = {}, from = path): GeneratedFile => ({
  path: `src/${path}`,
  text: shippedText(from, features),
});

/** The text of such a file. */
export const shippedText = (path: string, features: Features = {}): string =>
  pickedText(`python/shipped/${path}`, features);
