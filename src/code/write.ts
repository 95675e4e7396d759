/** Text with the imports it needs; made by the tagged templates of one output language, which escape by the value's own type. */
export interface Code {
  readonly text: string;
  readonly imports: readonly { readonly from: string; readonly names: readonly string[] }[];
}
