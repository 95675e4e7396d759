/** Environment variables that programs receive; everything else, including every key, is withheld. */
const names = new Set(
  `PATH HOME USER LOGNAME LANG LANGUAGE TZ TERM COLORTERM NO_COLOR FORCE_COLOR CI PYENV_ROOT PYENV_VERSION VIRTUAL_ENV
   CONDA_PREFIX CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN GOROOT GOPATH GOMODCACHE GOCACHE JAVA_HOME NVM_DIR VOLTA_HOME
   BUN_INSTALL PNPM_HOME DENO_DIR XDG_CACHE_HOME npm_config_cache`
    .split(/\s+/)
    .filter(Boolean),
);

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the allowed part of an environment, including the locale. */
export function allowed(environment: Environment): Record<string, string> {
  const allowedVariables: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && (names.has(name) || /^LC_[A-Z]+$/.test(name))) allowedVariables[name] = value;
  return allowedVariables;
}

/**
 * Locations of temporary files and, in the sandbox, of caches: folders that it makes writable. Without one, the user's
 * own caches save a build of everything.
 */
export const placed = (temporary: string, cache: string | undefined): Record<string, string> => ({
  TMPDIR: temporary,
  ...(cache !== undefined && {
    XDG_CACHE_HOME: cache,
    npm_config_cache: `${cache}/npm`,
    GOCACHE: `${cache}/go-build`,
  }),
  npm_config_update_notifier: "false",
  PYTHONDONTWRITEBYTECODE: "1",
  GIT_CONFIG_NOSYSTEM: "1",
});
