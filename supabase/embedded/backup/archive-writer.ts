import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { createTarPacker } from "modern-tar";
import { renameDurably } from "../database/durable-files.ts";

/** An archive that is being written: a draft beside `path`, which is renamed when it is complete. */
export interface ArchiveWriter {
  /** Adds an entry; waits while the disk is slower. */
  add(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Ends the archive: after this it survives a power cut under its name. Answers its bytes. */
  finish(): Promise<number>;
  /** Deletes the draft, if the archive is not finished. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Begins an archive at `path`, readable by its owner alone (mode 600). */
export async function writeArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, "wx", 0o600);
  const { readable, controller } = createTarPacker();
  let size = 0;
  const written = readable.pipeThrough(new CompressionStream("gzip")).pipeTo(
    new WritableStream({
      async write(chunk) {
        await file.writeFile(chunk);
        size += chunk.length;
      },
    }),
  );
  // A failed write also ends the entry that is being added, which reports it.
  written.catch(() => {});
  return {
    async add(name, bytes) {
      const writer = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
      if (bytes.length > 0) await writer.write(bytes);
      await writer.close();
    },
    async finish() {
      controller.finalize();
      await written;
      await file.sync();
      await file.close();
      await renameDurably(draft, path);
      return size;
    },
    async [Symbol.asyncDispose]() {
      controller.error(new Error("The archive was not finished."));
      await written.catch(() => {});
      await file.close().catch(() => {});
      await rm(draft, { force: true });
    },
  };
}

/** The SHA-256 of everything that was added, in hexadecimal digits. */
export class Checksum {
  readonly #hash = createHash("sha256");

  add(bytes: Uint8Array): this {
    this.#hash.update(bytes);
    return this;
  }

  get digits(): string {
    return this.#hash.copy().digest("hex");
  }
}
