import { StartRefusal } from "../setup/start-refusal.ts";

/**
 * Writes a PostgreSQL database into a file, as a transaction sees it that has exported its snapshot.
 * @throws StartRefusal when `pg_dump` is missing or fails
 */
export async function dumpDatabase(url: string, snapshot: string, file: string): Promise<void> {
  await run("pg_dump", url, [
    ...["--format=custom", "--no-owner", `--snapshot=${snapshot}`, `--file=${file}`],
  ]);
}

/**
 * Writes what `dumpDatabase` has written into an empty database, in one transaction.
 * @throws StartRefusal when `pg_restore` is missing or fails
 */
export async function restoreDatabase(url: string, file: string): Promise<void> {
  await run("pg_restore", url, ["--single-transaction", "--no-owner", file]);
}

async function run(program: string, url: string, options: readonly string[]): Promise<void> {
  // Everybody on this machine can read the parameters of a process.
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  let result: Deno.CommandOutput;
  try {
    result = await new Deno.Command(program, {
      args: [`--dbname=${address.href}`, ...options],
      ...(password !== "" && { env: { PGPASSWORD: password } }),
      ...{ stdout: "null", stderr: "piped" },
    }).output();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new StartRefusal(
      `${program} is not found: install PostgreSQL's client programs, of the database's version or a newer one.`,
    );
  }
  if (result.success) return;
  const [reason = ""] = new TextDecoder().decode(result.stderr).trim().split("\n");
  throw new StartRefusal(`${reason.replace(/\.$/, "") || `${program} fails`}.`);
}
