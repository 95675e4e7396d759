/** Escape attempts. `$OUT` is a folder outside the project, `$HOST` the host's own process, `$PORT` a server on the host. */
export const escapes: Readonly<Record<string, string>> = {
  "write beside the project": 'echo x > "$OUT/a"',
  "write to the system": "echo x > /etc/antiphon-escape; echo x > /usr/local/antiphon-escape",
  "write through a link made inside": 'ln -s "$OUT" way && echo x > way/b',
  "write through a hard link": 'ln "$OUT/kept" way && echo x > way',
  "write by /proc":
    'echo x > "/proc/self/root$OUT/c"; echo x > "/proc/self/cwd/../outside/d"; echo x > "/proc/1/root$OUT/e"',
  "remove what is outside": 'rm -rf "$OUT"; mv "$OUT" away',
  "change modes outside": 'chmod 777 "$OUT/kept"; touch -d 2001-01-01 "$OUT/kept"',
  "bind the outside elsewhere": 'mkdir m; mount --bind "$OUT" m && echo x > m/f',
  "remount for writing": 'mount -o remount,rw / && echo x > "$OUT/g"',
  "mount in a user namespace": 'unshare -Urm bash -c "mount -o remount,rw,bind / ; echo x > $OUT/h"',
  "write as another device": "mknod disk b 254 0 && dd if=/dev/zero of=disk count=1",
  "change the kernel":
    "for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/sys/vm/drop_caches; do (exec 4>>$f) && echo CANARY-OPENED $f; done", // only opened: a write would affect the host
  "plant a git hook": "mkdir -p .git/hooks; echo x > .git/hooks/pre-commit",
  "change git's settings": "echo x > .git/config; git config core.fsmonitor evil",
  "redirect git's folder": "echo ../evil > .git/commondir",
  "move git's folder away": "mv .git old && mkdir -p .git/hooks && echo x > .git/hooks/pre-commit",
  "remove git's folder": "rm -rf .git; mkdir .git; echo x > .git/config",
  "write our settings": "mkdir -p .antiphon; echo x > .antiphon/settings.yaml",
  "move our settings in": "mkdir other; echo x > other/settings.yaml; mv other .antiphon",
  "link our settings": "ln -s /etc .antiphon; rmdir .antiphon && ln -s /etc .antiphon",
  "read a secret at home": 'cat "$HOME/.ssh/id" && ls -a "$HOME/.ssh"',
  "read a secret by /proc": 'cat "/proc/self/root$HOME/.ssh/id" "/proc/1/root$HOME/.ssh/id"',
  "read the state folder": 'cat "$STATE/secret"',
  "read the project's keys": "cat .env sub/.env.local",
  "read the environment of others": "cat /proc/*/environ /proc/1/environ | tr '\\0' '\\n'; env",
  "reach a server of the host": "exec 3<>/dev/tcp/127.0.0.1/$PORT && echo CANARY >&3 && cat <&3",
  "reach the network by name": "exec 3<>/dev/tcp/localhost/$PORT && echo CANARY >&3 && cat <&3",
  "reach a socket file of the host": `node -e 'const s=require("net").connect(process.argv[1],()=>s.write("CANARY"));s.on("data",d=>console.log(String(d)));s.on("error",()=>{});setTimeout(()=>process.exit(),500)' "$OUT/socket"`,
  "end a process of the host": 'kill -9 "$HOST"; pkill -9 -f antiphon-victim',
};
