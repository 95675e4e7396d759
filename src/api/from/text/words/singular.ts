import { namesFrom } from "../../../names.ts";

/** `birds`, `Bird` → bird */
export const singular = (noun: string): string => namesFrom(noun).words;
