import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { packTar, unpackTar } from "modern-tar/fs";
import { z } from "zod";
import { renameDurably, syncFile } from "../database/durable-files.ts";
import { earlierMigrations, listMigrations } from "../database/migrations.ts";
import { StartRefusal } from "../setup/start-refusal.ts";

/**
 * An archive is a gzipped tar file with these entries:
 *
 * - `manifest.json`: what made it, and the schema that its database has
 * - `secrets.json`: the deployment's secrets
 * - `storage/`: the stored files, as they are in a data directory
 * - `database/`: the directory of an embedded database; or `database.dump`: what `pg_dump` has written
 *
 * Archives of format 1, from earlier versions, have rows and files in a form of their own
 * (`table-rows.ts`), and `contents.json` as the last entry.
 */
export const ARCHIVE_FORMAT = 2;

const manifestSchema = z.object({
  product: z.literal("Field Agents"),
  format: z.number().int(),
  /** The version of the product that wrote the archive. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: z.object({ kind: z.enum(["PGlite", "PostgreSQL"]), major: z.number().int() }),
  /** The migrations that the database had. */
  migrations: z.array(z.object({ version: z.string(), name: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Packs a directory into an archive that only its owner can read (mode 600). Under its name the archive
 * is complete, also after a power cut.
 * @returns its size, in bytes
 * @throws StartRefusal when it cannot be written
 */
export async function packArchive(directory: string, path: string): Promise<number> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = createWriteStream(draft, { flags: "wx", mode: 0o600 });
    await pipeline(packTar(directory), createGzip(), file);
    await syncFile(draft, "r+");
    await renameDurably(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new StartRefusal(`The backup ${path} cannot be written: ${firstLine(error)}.`);
  }
  return (await stat(path)).size;
}

/**
 * Unpacks an archive into an empty directory.
 * @param migrations absolute path of the directory with this version's migrations
 * @throws StartRefusal when it is damaged, or this version is too old for it
 */
export async function unpackArchive(
  path: string,
  directory: string,
  migrations: string,
): Promise<Manifest> {
  let manifest: Manifest;
  try {
    const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
    // Read once beforehand, because the unpacking of a damaged archive would not come to an end.
    await pipeline(createReadStream(path), createGunzip(), nothing);
    await pipeline(createReadStream(path), createGunzip(), unpackTar(directory));
    const parsed = JSON.parse(await readFile(join(directory, "manifest.json"), "utf8"));
    const { format } = manifestSchema.pick({ product: true, format: true }).parse(parsed);
    if (format > ARCHIVE_FORMAT) throw tooNew(path, `its format is ${format}`);
    manifest = manifestSchema.parse(parsed);
    if (format === 1) await stat(join(directory, "contents.json"));
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    throw new StartRefusal(
      `The backup ${path} is damaged or no backup of Field Agents (${firstLine(error)}): nothing was changed.`,
    );
  }
  const all = [...(await earlierMigrations()), ...(await listMigrations(migrations))];
  const known = new Set(all.map(({ version }) => version));
  for (const { version, name } of manifest.migrations) {
    if (!known.has(version)) throw tooNew(path, `it has the migration ${version}_${name}.sql`);
  }
  return manifest;
}

function tooNew(path: string, what: string): StartRefusal {
  return new StartRefusal(
    `The backup ${path} was made by a newer version of Field Agents than this one: ${what}. Update Field Agents, then restore it.`,
  );
}

/** The first line of an error's message, without the full stop at its end. */
function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replace(/\.$/, "");
}
