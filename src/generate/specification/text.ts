export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** Text of the document in Markdown without any of its powers. */
export const plain = (text: string): string => oneLine(text).replaceAll(/[\\`*_{}[\]<>#|!]/g, "\\$&");
