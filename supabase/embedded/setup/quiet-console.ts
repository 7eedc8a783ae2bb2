import { sqlStateOf } from "../database/refusal-status.ts";

/**
 * @supabase/lite prints every error of the database with its stack, also those that are an ordinary
 * answer to a client: a row sent twice, a value out of range, a right that is missing. The client
 * has been told; the console keeps what an operator can act on, in one line.
 */
export function quietConsole(): void {
  const print = console.error.bind(console);
  console.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    if (!error) return print(...parts);
    if (isRefusal(sqlStateOf(error))) return;
    const words = parts.map((part) => (part instanceof Error ? part.message : String(part)));
    print(words.join(" ").split("\n")[0]);
  };
}

/** Data exceptions, broken constraints, raised exceptions, missing rights or names. */
function isRefusal(sqlState: string): boolean {
  return /^(22|23|42|P0|PT|PGRST)[0-9A-Z]*$/.test(sqlState);
}
