export interface Style {
  readonly quotes: "single" | "double";
  readonly semicolons: boolean;
  readonly indent: number | "tab";
  /** Maximum line width, if a formatter's settings show it. */
  readonly width?: number;
  /** Whether multi-line lists end in commas, if a formatter's settings say so. */
  readonly trailingCommas?: boolean;
  /** Case style of file names with several words. */
  readonly fileNames: "kebab" | "camel" | "pascal" | "snake" | undefined;
}

/** Where the web framework's application is created, and where its routes are. */
export interface App {
  readonly framework: string;
  /** The file that creates the application. */
  readonly file: string;
  /** The application's variable there. */
  readonly variable: string;
  /** The function that creates and returns it, if any. */
  readonly factory: string | undefined;
  readonly exported: boolean;
  /** The folder with the most route files. */
  readonly routers: string | undefined;
}

export interface Project {
  /** The package's folder, relative to the workspace; empty for the root. */
  readonly folder: string;
  /** Package folders, if this is the root of a monorepo. */
  readonly packages: readonly string[];
  readonly name: string | undefined;
  readonly language: "typescript" | "javascript" | "python" | "go" | "rust" | undefined;
  readonly packageManager: string;
  readonly modules: "esm" | "cjs" | undefined;
  /** The file that starts the program or is the package's main module, if it exists. */
  readonly entry: string | undefined;
  readonly frameworks: readonly string[];
  readonly databases: readonly string[];
  readonly runners: readonly string[];
  readonly app: App | undefined;
  /** Declared dependencies by name, with the range as written. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly style: Style;
}
