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

/**
 * Opens the log on standard error: on a terminal in a readable form, elsewhere as lines of JSON. What is
 * printed as a warning or an error goes there, too.
 */
export function openLog(lowestLevel: LogLevel): void {
  const format = Deno.stderr.isTerminal() ? readable() : jsonLine;
  const encoder = new TextEncoder();
  configureSync({
    sinks: {
      stderr(record) {
        const bytes = encoder.encode(format(record));
        for (let sent = 0; sent < bytes.length; ) {
          sent += Deno.stderr.writeSync(bytes.subarray(sent));
        }
      },
    },
    loggers: [
      { category: ["logtape", "meta"], sinks: ["stderr"], lowestLevel: "error" },
      { category: "backend", sinks: ["stderr"], lowestLevel },
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
