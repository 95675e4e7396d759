import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Change, Files, Shell } from "../workspace.ts";

/**
 * Wraps a shell so that what a command does to the files of `writes` comes back as `changes`, and the files stay as
 * they were: only writes of the workspace are agreed to, recorded and undone.
 */
export const captured = (shell: Shell, root: string, files: Pick<Files, "resolve" | "bytes">): Shell => ({
  async run(command, options = {}) {
    const { writes, ...others } = options;
    if (!writes) return shell.run(command, options);
    const read = async (path: string): Promise<Buffer> => Buffer.from(await files.bytes(path));
    const before = new Map<string, Buffer>();
    for (const path of writes) before.set(await files.resolve(path), await read(path));
    const changes: Change[] = [];
    try {
      return { ...(await shell.run(command, others)), changes };
    } finally {
      for (const [path, bytes] of before) {
        const after = await read(path).catch(() => undefined);
        if (after?.equals(bytes)) continue;
        await writeFile(join(root, path), bytes);
        changes.push({ path, before: bytes.toString(), after: after?.toString() ?? null });
      }
    }
  },
});
