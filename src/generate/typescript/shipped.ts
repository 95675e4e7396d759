import type { GeneratedFile } from "../contracts.ts";
import { pickedText, type Features } from "../shipped.ts";

/** Returns the text of a file of generated projects that depends only on a few features, which its marks name. */
export const shippedText = (path: string, features: Features = {}): string =>
  pickedText(`typescript/shipped/${path}`, features);

/** Returns such a file below `src`, for projects with these features. */
export const shippedFile = (path: string, features: Features = {}): GeneratedFile => ({
  path: `src/${path}`,
  text: shippedText(path, features),
});
