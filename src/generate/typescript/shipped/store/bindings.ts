/** Where a value comes from: what the handler takes, its body, who calls, the record that is shown, other records. */
export type Source =
  | { readonly from: "input"; readonly key: string }
  | { readonly from: "body"; readonly path: readonly string[] }
  | { readonly from: "caller" }
  | { readonly from: "value"; readonly value: unknown }
  | { readonly from: "self"; readonly column: string }
  | {
      readonly from: "select";
      readonly resource: string;
      readonly column: string;
      readonly where: readonly Condition[];
    };

export interface Condition {
  readonly column: string;
  readonly how: "is" | "has" | "contains" | "least" | "most" | "above" | "below";
  readonly value: Source;
}

/** What an answer shows for one member of a record. */
export type Member =
  | { readonly is: "column"; readonly column: string; readonly otherwise?: unknown }
  | { readonly is: "value"; readonly value: unknown }
  | { readonly is: "token" }
  | { readonly is: "count" | "linked"; readonly resource: string; readonly where: readonly Condition[] }
  | {
      readonly is: "one" | "many";
      readonly resource: string;
      readonly where: readonly Condition[];
      readonly view: string;
    };

/** What an answer shows of a record. */
export interface View {
  readonly resource: string;
  readonly members: Readonly<Record<string, Member>>;
  readonly within?: { readonly member: string; readonly names: readonly string[] };
}

/** What stands where in an answer. */
export type Frame =
  | { readonly is: "record" | "records"; readonly view: string }
  | { readonly is: "one"; readonly item: Frame }
  | { readonly is: "fixed"; readonly value: unknown }
  | { readonly is: "token" | "total" | "count" | "pages" | "offset" | "limit" | "page" | "more" }
  | { readonly is: "next"; readonly last: "absent" | "null" }
  | { readonly is: "values" | "counts"; readonly column: string }
  | { readonly is: "object"; readonly members: Readonly<Record<string, Frame>> };

/** What list parameters mean, by their keys. */
export interface List {
  readonly limit?: string;
  readonly offset?: string;
  readonly page?: string;
  readonly cursor?: string;
  readonly sort?: string;
  readonly order?: string;
  readonly fromZero?: boolean;
  readonly newest?: boolean;
  readonly totalHeader?: string;
}

/** How a record lies in a body, and the columns that its members are stored in. */
export interface BodyRules {
  readonly within: readonly string[];
  readonly many?: boolean;
  readonly patch?: boolean;
  readonly spread?: string;
  readonly columns: Readonly<Record<string, string>>;
}

/** What an operation does with records. */
export interface Binding {
  readonly resource: string;
  readonly does:
    | "list"
    | "create"
    | "get"
    | "update"
    | "replace"
    | "put"
    | "remove"
    | "link"
    | "unlink"
    | "login"
    | "nothing";
  readonly where: readonly Condition[];
  /** Records that must be there before anything is done. */
  readonly parents: readonly { readonly resource: string; readonly where: readonly Condition[] }[];
  readonly body?: BodyRules;
  readonly sets?: Readonly<Record<string, Source>>;
  readonly link?: { readonly resource: string; readonly sets: Readonly<Record<string, Source>> };
  /** Values from which it may not be called: 409. */
  readonly unless?: Readonly<Record<string, unknown>>;
  readonly list?: List;
  readonly status: number;
  readonly madeStatus?: number;
  readonly frame?: Frame;
  /** The header that names the path of a new record. */
  readonly location?: string;
  /** The column that names who alone may change a record. */
  readonly owner?: string;
  /** Parameters that change nothing here: a list is wider without them, and a write refuses them. */
  readonly ignored?: readonly string[];
  readonly refused?: readonly string[];
}
