import type { GeneratedFile } from "../contracts.ts";
import { pickedText, type Features } from "../shipped.ts";

/**
 * Returns a file of generated projects whose text depends only on a few features, which its marks name.
 * @param path below `src` of the project
 * @param features those that the project has
 * @param from its path here, if different
 */
export const shippedFile = (path: string, features: Features = {}, from = path): GeneratedFile => ({
  path: `src/${path}`,
  text: shippedText(from, features),
});

export const shippedText = (path: string, features: Features = {}): string =>
  pickedText(`python/shipped/${path}`, features);
