import { createHash } from "node:crypto";

/**
 * Where a file is below its root: named by the hash of its bucket and key, so that no key can act as
 * a path, whatever it contains.
 */
export function fileName(bucket: string, key: string): string {
  const name = createHash("sha256").update(`${bucket}\0${key}`).digest("hex");
  return `${name.slice(0, 2)}/${name}`;
}
