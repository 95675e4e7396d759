const random = (): string => crypto.randomUUID().replaceAll("-", "");

/** Creates the id of an answer. */
export const newMessageId = (): string => `msg_${random()}`;

/** Creates the id of a tool call. */
export const newToolUseId = (): string => `toolu_${random()}`;
