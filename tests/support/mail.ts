import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Backend } from "./backend.ts";

/** The mails that a backend has sent to an address so far, as whole texts, oldest first. */
export function mailTo(backend: Pick<Backend, "dataDir">, address: string): string[] {
  const folder = join(backend.dataDir, "mail");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((text) => text.startsWith(`To: ${address}\n`));
}

/** The link in a mail that signs its reader in; undefined when there is none. */
export function linkIn(mail: string | undefined): string | undefined {
  return mail && /https?:\S+\/auth\/v1\/verify\?\S+/.exec(mail)?.[0];
}
