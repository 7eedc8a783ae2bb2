import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { earlierMigrations, listMigrations } from "../database/migrations.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { ARCHIVE_FORMAT, Contents, FileLabel, Manifest } from "./archive-format.ts";
import { type ArchiveEntry, damaged, readArchive, readJson } from "./archive-reader.ts";
import { Checksum } from "./archive-writer.ts";

/**
 * Reads an archive from its beginning to its end, and answers what it says about itself.
 * @param migrations absolute path of the directory with this version's migrations
 * @throws StartRefusal when it is damaged, or this version is too old for it.
 */
export async function checkArchive(
  path: string,
  migrations: string,
): Promise<{ manifest: Manifest; contents: Contents }> {
  let manifest: Manifest | undefined;
  let contents: Contents | undefined;
  const found = new FoundContents();
  for await (const entry of readArchive(path)) {
    if (contents) throw damaged(path, "it goes on after its end");
    if (!manifest) manifest = await readManifest(path, entry, migrations);
    else if (entry.name === "contents.json") contents = readJson(path, entry, Contents);
    else if (!found.add(entry)) throw damaged(path, `nothing is known of ${entry.name}`);
    if (/^files\/\d+\.json$/.test(entry.name)) readJson(path, entry, FileLabel);
  }
  if (!manifest) throw damaged(path, "it is empty");
  if (!contents) throw damaged(path, "its end is missing");
  if (!found.isLike(contents)) throw damaged(path, "its checksums are not right");
  return { manifest, contents };
}

async function readManifest(
  path: string,
  entry: ArchiveEntry,
  directory: string,
): Promise<Manifest> {
  if (entry.name !== "manifest.json") throw damaged(path, "it does not begin with a manifest");
  const { format } = readJson(path, entry, Manifest.pick({ product: true, format: true }));
  if (format > ARCHIVE_FORMAT) throw tooNew(path, `its format is ${format}`);
  const manifest = readJson(path, entry, Manifest);
  const all = [...(await earlierMigrations()), ...(await listMigrations(directory))];
  const known = new Map(all.map((it) => [it.version, it]));
  for (const { version, name, sha256 } of manifest.migrations) {
    const migration = known.get(version);
    const label = `${version}_${name}.sql`;
    if (!migration) throw tooNew(path, `it has the migration ${label}`, manifest);
    if (createHash("sha256").update(migration.sql).digest("hex") === sha256) continue;
    throw new StartRefusal(
      `The backup ${path} was made by another version of Field Agents (${label} is not the same there): restore it with the version that made it, ${manifest.version}.`,
    );
  }
  return manifest;
}

/** The refusal of an archive that holds what this version does not know. */
export function tooNew(path: string, what: string, manifest?: Manifest): StartRefusal {
  const from = manifest ? ` (${manifest.version})` : "";
  return new StartRefusal(
    `The backup ${path} was made by a newer version of Field Agents${from} than this one: ${what}. Update Field Agents, then restore it.`,
  );
}

/** Counts what an archive really holds. */
class FoundContents {
  readonly #tables = new Map<string, { rows: number; checksum: Checksum }>();
  readonly #files = new Checksum();
  readonly #single = new Map<string, string>();
  #count = 0;
  #bytes = 0;

  /** Counts an entry; false when there is no such entry in an archive. */
  add({ name, bytes }: ArchiveEntry): boolean {
    const [kind, part = ""] = name.split("/");
    if (kind === "tables") {
      const table = this.#tables.get(part) ?? { rows: 0, checksum: new Checksum() };
      this.#tables.set(part, table);
      table.checksum.add(bytes);
      for (const byte of bytes) if (byte === LINE_BREAK) table.rows += 1;
    } else if (kind === "files") {
      this.#files.add(bytes);
      if (part.endsWith(".json")) this.#count += 1;
      else this.#bytes += bytes.length;
    } else if (name === "secrets.json" || name === "sequences.json") {
      this.#single.set(name, new Checksum().add(bytes).digits);
    } else {
      return false;
    }
    return true;
  }

  isLike(contents: Contents): boolean {
    const empty = { rows: 0, sha256: new Checksum().digits };
    const tables = Object.keys(contents.tables).map((name) => {
      const table = this.#tables.get(name);
      return [name, table ? { rows: table.rows, sha256: table.checksum.digits } : empty];
    });
    const found = {
      tables: Object.fromEntries(tables),
      files: { count: this.#count, bytes: this.#bytes, sha256: this.#files.digits },
      secrets: this.#single.get("secrets.json"),
      sequences: this.#single.get("sequences.json"),
    };
    return (
      isDeepStrictEqual(found, contents) &&
      [...this.#tables.keys()].every((name) => name in contents.tables)
    );
  }
}

const LINE_BREAK = "\n".charCodeAt(0);
