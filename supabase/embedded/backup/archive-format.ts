import { z } from "zod";

/**
 * An archive is a gzipped tar file with these entries, in this order:
 *
 * - `manifest.json`: what made it, and the schema that its rows belong to
 * - `secrets.json`: the deployment's secrets
 * - `tables/<schema>.<table>/<number>.jsonl`: rows, one JSON object a line; each value is
 *   PostgreSQL's text form of the column, or null
 * - `sequences.json`: where each sequence stands
 * - `files/<number>.json` and `files/<number>`: a stored object's name and type, and its bytes
 * - `contents.json`: how much of everything there is, with checksums
 *
 * `contents.json` is the last one, so that an archive is written and read in one pass; an archive
 * without it was interrupted.
 */
export const ARCHIVE_FORMAT = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const Manifest = z.object({
  product: z.literal("Field Agents"),
  format: z.number().int(),
  /** The version of the product that wrote the archive. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: z.object({ kind: z.enum(["PGlite", "PostgreSQL"]), major: z.number().int() }),
  /** The migrations that the database had; the checksum is that of the file's text. */
  migrations: z.array(z.object({ version: z.string(), name: z.string(), sha256 })),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last number that each sequence has given; null if none. */
export const Sequences = z.array(
  z.object({
    name: z.string(),
    lastValue: z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
  }),
);
export type Sequences = z.infer<typeof Sequences>;

/** A stored object. */
export const FileLabel = z.object({
  bucket: z.string(),
  key: z.string(),
  mimetype: z.string(),
  cacheControl: z.string(),
  /** In bytes. */
  size: z.number().int().min(0),
});
export type FileLabel = z.infer<typeof FileLabel>;

export const Contents = z.object({
  /** Rows by `<schema>.<table>`; the checksum is that of all lines, each with its line break. */
  tables: z.record(z.string(), z.object({ rows: z.number().int(), sha256 })),
  /** The stored objects; the checksum is that of all labels and bytes in order. */
  files: z.object({ count: z.number().int(), bytes: z.number().int(), sha256 }),
  /** Of `secrets.json` and `sequences.json`. */
  secrets: sha256,
  sequences: sha256,
});
export type Contents = z.infer<typeof Contents>;
