import { format } from "oxfmt";
import { hasEtags } from "../../api/index.ts";
import { table } from "../../lib/index.ts";
import type { Ecosystem } from "../leaves.ts";
import { accountFiles, accountModel } from "./files/accounts.ts";
import { auth } from "./files/auth.ts";
import { hasAccounts } from "../tokens.ts";
import { formatFiles } from "../format-files.ts";
import { formatPython, lineLength } from "./format.ts";
import { modelOf } from "./model.ts";
import { module } from "./module.ts";
import { hasRules } from "../served.ts";
import { paths } from "./python-names.ts";
import { projectFiles } from "./project.ts";
import { shippedFile } from "./shipped.ts";
import { versions } from "./versions.ts";

const frameworks = table({
  fastapi: () => import("./frameworks/fastapi.ts"),
});
const databases = table({
  postgres: () => import("./databases/postgres.ts"),
  mongodb: () => import("./databases/mongodb.ts"),
  sqlite: () => import("./databases/sqlite.ts"),
});
const testFrameworks = table({
  pytest: () => import("./tests/pytest.ts"),
});

export const python = {
  frameworks,
  databases,
  testFrameworks,
  models(api, database, options) {
    const secret = api.resources.some(({ fields }) => fields.some((field) => field.secret));
    const tokens = options.auth ? auth(api, options) : {};
    return {
      ...tokens,
      files: [
        ...(tokens.files ?? []),
        ...(hasAccounts(api) ? accountFiles(api) : []),
        ...["problem.py", "validation.py", "ids.py", "clock.py"].map((path) =>
          shippedFile(path, { guest: options.guest !== undefined }),
        ),
        ...(hasRules(api) ? [shippedFile("rules.py")] : []),
        ...(hasEtags(api) ? [shippedFile("etag.py")] : []),
        ...(secret ? [shippedFile("password.py", { accounts: hasAccounts(api) })] : []),
        module("src/models/__init__.py", "What is stored, and what of it comes in and goes out."),
        ...api.resources.map((resource) =>
          module(
            paths(resource).model,
            `The model ${resource.name}.`,
            ...modelOf(resource),
            ...accountModel(resource, api),
            database.functions(resource, api),
          ),
        ),
      ],
      dependencies: {
        ...tokens.dependencies,
        ...(secret ? { "argon2-cffi": versions["argon2-cffi"] } : {}),
      },
    };
  },
  project: projectFiles,
  server: async (spec, leaves, options) =>
    (await import("./server/index.ts")).generateServer(spec, leaves, options),
  docs: (resource) => paths(resource).docs,
  format: (files, options) =>
    formatFiles(files, options, async (file) => {
      if (file.path.endsWith(".py")) return formatPython(file, options);
      if (!/\.(json|md)$/.test(file.path)) return file;
      const { code, errors } = await format(file.path, file.text, { printWidth: lineLength });
      if (errors.length) throw new Error(`${file.path}: ${errors[0]?.message ?? ""}\n${file.text}`);
      return { path: file.path, text: code };
    }),
} as const satisfies Ecosystem;
