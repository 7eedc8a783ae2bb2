import { existsSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";

const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;
/** Types of a record's pieces, in its header; a record in one piece has another type. */
const FIRST_PIECE = 2;
const MIDDLE_PIECE = 3;

/**
 * Detects whether a kill interrupted a write of Chromium's IndexedDB, and removes the incomplete
 * record that it left. Nobody had been promised that record: its transaction had not ended.
 *
 * LevelDB skips the incomplete record at the next start and writes after it, so that the start
 * after that considers the log corrupt, and Chromium deletes everything that the origin had stored
 * (https://github.com/google/leveldb/issues/1287). This affects every queue that does not begin a new
 * log at each start, as the app does, and would be counted as a loss of the queue that it happened to.
 * @param origin of the pages whose store is checked
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

/**
 * Where the last complete record of a log ends:
 * https://github.com/google/leveldb/blob/main/doc/log_format.md
 */
function wholeBytes(log: Buffer): number {
  let whole = 0;
  let at = 0;
  while (at < log.length) {
    const left = BLOCK_BYTES - (at % BLOCK_BYTES);
    // Too few bytes for a header: the rest of the block is padding.
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
