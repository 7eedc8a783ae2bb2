import { dirname } from "node:path";
import {
  configureSync,
  getAnsiColorFormatter,
  getLogger,
  getTextFormatter,
  type LogRecord,
} from "@logtape/logtape";
import { readSqlState } from "../database/database.ts";
import { oneLine } from "../functions/deno-child.ts";
import type { LogLevel } from "../setup/settings.ts";

/**
 * What @supabase/lite prints at each start, because the storage is an experiment there. An operator
 * can do nothing about it.
 */
const LIBRARY_BANNER = "EXPERIMENTAL FEATURES ENABLED";

/** The backend's log. */
export const log = getLogger("backend");

/** The largest size of a log file, in bytes. The file before it is kept, too. */
const FILE_LIMIT = 10_000_000;

/**
 * Opens the log on standard error, as lines of JSON. On a terminal, where a person reads, it is a file
 * instead, and errors alone are printed; at the level `debug`, everything is. What is printed as a warning
 * or an error goes there, too.
 * @param path of the file; its folder is made with the first line
 * @returns whether the log is in the file
 */
export function openLog(lowestLevel: LogLevel, path: string): boolean {
  const isTerminal = Deno.stderr.isTerminal();
  const format = isTerminal ? readable() : jsonLine;
  const toFile = isTerminal && lowestLevel !== "debug" ? logFile(path) : null;
  const encoder = new TextEncoder();
  configureSync({
    sinks: {
      log(record) {
        if (toFile?.(encoder.encode(jsonLine(record))) && record.level !== "error") return;
        writeWhole(Deno.stderr, encoder.encode(format(record)));
      },
    },
    loggers: [
      { category: ["logtape", "meta"], sinks: ["log"], lowestLevel: "error" },
      { category: "backend", sinks: ["log"], lowestLevel },
    ],
  });
  console.warn = (...parts: unknown[]) => {
    const text = oneLine(parts);
    if (text.startsWith(LIBRARY_BANNER)) log.debug`${text}`;
    else log.warning`${text}`;
  };
  // @supabase/lite prints all errors of the database, with their stack, although the client gets them.
  // What an operator can act on is kept.
  console.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    // Data exceptions, broken constraints, raised exceptions, missing rights or names.
    if (error && /^(22|23|42|P0|PT|PGRST)[0-9A-Z]*$/.test(readSqlState(error))) return;
    log.error`${oneLine(parts)}`;
  };
  return toFile !== null;
}

/** Returns what adds bytes to a file, and begins another one when it is full; false where it cannot. */
function logFile(path: string): (bytes: Uint8Array) => boolean {
  let file: Deno.FsFile | undefined;
  let size = 0;
  return (bytes) => {
    try {
      if (!file) {
        Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
        size = file.statSync().size;
      }
      writeWhole(file, bytes);
      size += bytes.length;
      if (size < FILE_LIMIT) return true;
      file.close();
      file = undefined;
      Deno.renameSync(path, `${path}.1`);
      return true;
    } catch {
      return false;
    }
  };
}

function writeWhole(to: Pick<Deno.FsFile, "writeSync">, bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length; ) sent += to.writeSync(bytes.subarray(sent));
}

function jsonLine({ timestamp, level, message, properties }: LogRecord): string {
  const line = {
    time: new Date(timestamp).toISOString(),
    level,
    message: message.map(String).join(""),
    ...properties,
  };
  return `${JSON.stringify(line)}\n`;
}

function readable(): (record: LogRecord) => string {
  const options = { timestamp: "time", category: () => "", value: String } as const;
  return Deno.noColor ? getTextFormatter(options) : getAnsiColorFormatter(options);
}
