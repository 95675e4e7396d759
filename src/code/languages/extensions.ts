/** What files of each language end with. */
export const extensions: Readonly<
  Record<"typescript" | "javascript" | "python" | "go" | "java" | "rust", readonly string[]>
> = {
  typescript: [".ts", ".tsx", ".mts", ".cts"],
  javascript: [".js", ".jsx", ".mjs", ".cjs"],
  python: [".py", ".pyi"],
  go: [".go"],
  java: [".java"],
  rust: [".rs"],
};
