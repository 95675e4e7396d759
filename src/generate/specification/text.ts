export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** Escapes a text of the document for Markdown. */
export const plain = (text: string): string => oneLine(text).replaceAll(/[\\`*_{}[\]<>#|!]/g, "\\$&");
