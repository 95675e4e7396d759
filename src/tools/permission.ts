/** One line of the permission settings; the first rule that fits decides. */
export type Rule = {
  readonly tool: string;
  readonly pattern: string;
  readonly then: "allow" | "ask" | "deny";
};
