import { createTarDecoder } from "modern-tar";
import type { z } from "zod";
import { StartRefusal } from "../setup/start-refusal.ts";

/** An entry of an archive. */
export interface ArchiveEntry {
  name: string;
  bytes: Uint8Array;
}

/** Largest entry that is read, in bytes: everything is written in pieces that are far smaller. */
const LARGEST_ENTRY = 256 * 1024 * 1024;

/**
 * Reads the entries of the archive at `path` in order.
 * @param onRead is told how many bytes of the file were read so far
 * @throws StartRefusal when there is no such file, or it is damaged.
 */
export async function* readArchive(
  path: string,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<ArchiveEntry> {
  const file = await Deno.open(path).catch((error) => {
    throw new StartRefusal(`The backup ${path} cannot be read: ${reasonOf(error)}.`);
  });
  let read = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.length;
      onRead(read);
      controller.enqueue(chunk);
    },
  });
  const entries = file.readable
    .pipeThrough(counted)
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(createTarDecoder({ strict: true }))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await entries.read().catch((error) => {
        throw damaged(path, reasonOf(error));
      });
      if (done) return;
      const { name, size } = value.header;
      if (size > LARGEST_ENTRY) throw damaged(path, `${name} is too large`);
      const bytes = await new Response(value.body).bytes().catch((error) => {
        throw damaged(path, reasonOf(error));
      });
      yield { name, bytes };
    }
  } finally {
    await entries.cancel().catch(() => {});
  }
}

/** Parses an entry that is JSON of that shape. */
export function readJson<Schema extends z.ZodType>(
  path: string,
  { name, bytes }: ArchiveEntry,
  schema: Schema,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw damaged(path, `${name} cannot be read`);
  }
}

/** The refusal of an archive that is not as it was written. */
export function damaged(path: string, reason: string): StartRefusal {
  return new StartRefusal(
    `The backup ${path} is damaged or no backup of Field Agents (${reason}): nothing was changed.`,
  );
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
