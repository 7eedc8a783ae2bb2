import { sqlStateOf } from "../database/refusal-status.ts";

/**
 * Leaves database errors out of the console that are ordinary answers to a client: a row sent
 * twice, a value out of range, a missing right. @supabase/lite prints them all, with their stack,
 * although the client is told. Other errors, which an operator can act on, are printed in one line.
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
