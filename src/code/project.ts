export interface Style {
  readonly quotes: "single" | "double";
  readonly semicolons: boolean;
  readonly indent: number | "tab";
  /** How files with names of several words are named. */
  readonly fileNames: "kebab" | "camel" | "pascal" | "snake" | undefined;
}

/** Where a web framework's application is made, and where its routes live. */
export interface App {
  readonly framework: string;
  /** The file that makes the application. */
  readonly file: string;
  /** What the application is called there. */
  readonly variable: string;
  /** The function that makes and returns it, if one does. */
  readonly factory: string | undefined;
  readonly exported: boolean;
  /** The folder that holds most files with routes. */
  readonly routers: string | undefined;
}

export interface Project {
  /** The package's folder, relative to the workspace; empty for the root. */
  readonly folder: string;
  /** Folders of the packages of a monorepo whose root this is. */
  readonly packages: readonly string[];
  readonly name: string | undefined;
  readonly language: "typescript" | "javascript" | "python" | "go" | "rust" | undefined;
  readonly packageManager: string;
  readonly modules: "esm" | "cjs" | undefined;
  /** The file that starts the program or is the package's main module, where it exists. */
  readonly entry: string | undefined;
  readonly frameworks: readonly string[];
  readonly databases: readonly string[];
  readonly runners: readonly string[];
  readonly app: App | undefined;
  /** Declared dependencies by name, with the range as it stands. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly style: Style;
}
