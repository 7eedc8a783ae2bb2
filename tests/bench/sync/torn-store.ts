import { existsSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";

const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;
/** Types of a record's pieces, in its header; a record in one piece is neither. */
const FIRST_PIECE = 2;
const MIDDLE_PIECE = 3;

/**
 * Finds out whether a kill fell into a write of Chromium's IndexedDB, and removes the piece of a
 * record that it left. Nothing of it had been promised to anybody: the transaction had not ended.
 *
 * LevelDB skips that piece at the next start and then writes behind it, so that the start after that
 * takes the log for corrupt, and Chromium deletes everything that the origin had stored
 * (https://github.com/google/leveldb/issues/1287). It strikes every queue alike, and would be taken
 * for a loss of whichever it struck.
 * @param origin of the pages whose store is meant
 */
export function mendTornStore(profile: string, origin: string): boolean {
  const { hostname, port } = new URL(origin);
  const folder = join(profile, "Default/IndexedDB", `http_${hostname}_${port}.indexeddb.leveldb`);
  if (!existsSync(folder)) return false;
  let isTorn = false;
  for (const name of readdirSync(folder)) {
    if (!/^(\d+\.log|MANIFEST-\d+)$/.test(name)) continue;
    const log = readFileSync(join(folder, name));
    const whole = wholeBytes(log);
    if (whole === log.length) continue;
    truncateSync(join(folder, name), whole);
    isTorn = true;
  }
  return isTorn;
}

/** Where the last whole record of a log ends: https://github.com/google/leveldb/blob/main/doc/log_format.md */
function wholeBytes(log: Buffer): number {
  let whole = 0;
  let at = 0;
  while (at < log.length) {
    const left = BLOCK_BYTES - (at % BLOCK_BYTES);
    // Too little for a header: the block is filled up.
    if (left < HEADER_BYTES) {
      if (whole === at) whole = Math.min(at + left, log.length);
      at += left;
      continue;
    }
    if (at + HEADER_BYTES > log.length) break;
    const end = at + HEADER_BYTES + log.readUInt16LE(at + 4);
    const type = log.readUInt8(at + 6);
    if (end > log.length) break;
    at = end;
    if (type !== FIRST_PIECE && type !== MIDDLE_PIECE) whole = end;
  }
  return whole;
}
