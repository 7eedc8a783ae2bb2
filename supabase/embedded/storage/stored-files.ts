import type { App } from "@supabase/lite";

/**
 * The files of one database, by bucket and key. What an upload was acknowledged for is durable and
 * complete, and whoever reads gets one upload as a whole: its bytes, and the label that came with them.
 */
export type StoredFiles = NonNullable<App["_storageAdapter"]>;

export type FileMetadata = Awaited<ReturnType<StoredFiles["headObject"]>>;

/** The bytes of an upload. */
export type FileBody = Parameters<StoredFiles["uploadObject"]>[3];

/** An upload's bytes as they come. */
export function chunksOf(body: FileBody): AsyncIterable<Uint8Array> | Uint8Array[] {
  if (body instanceof Uint8Array) return [body];
  // Every runtime of the backend can read a stream so; the browsers' types do not say it.
  return body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
}

/** There is no file of that name. Any other error says that it could not be read. */
export class FileMissing extends Error {
  constructor(bucket: string, key: string) {
    super(`There is no file ${bucket}/${key}.`);
  }
}

/** A place for the files of databases. */
export interface FileStore {
  /** What refusals call it. */
  readonly name: string;
  /** Begins with the files of a database. Answers their root: a name for `files`, valid from now on. */
  begin(): Promise<string>;
  /** Whether files of that root are, or may come to be, in this store. */
  has(root: string): Promise<boolean>;
  /** The files of a root. */
  files(root: string): StoredFiles;
  /** Removes a root with all its files. */
  remove(root: string): Promise<void>;
}
