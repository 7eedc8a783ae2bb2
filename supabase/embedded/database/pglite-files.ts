import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { renameDurably, syncTree } from "./durable-files.ts";

/** Settings that make PostgreSQL sync its files, which it does not do by default inside PGlite. */
// The other sync methods use system calls that do nothing in Emscripten.
const SYNC_PARAMETERS = ["-c", "fsync=on", "-c", "wal_sync_method=fsync"];

/** The parts of Emscripten's file system that are used or replaced here. */
interface FileNode {
  name: string;
  parent: FileNode;
}
interface FileStream {
  node: FileNode;
  nfd?: number;
}
interface Emscripten {
  FS: {
    filesystems: {
      NODEFS: {
        realPath(node: FileNode): string;
        tryFSOperation<T>(work: () => T): T;
        node_ops: {
          mknod(parent: FileNode, name: string, mode: number, device: unknown): FileNode;
          rename(node: FileNode, directory: FileNode, name: string): void;
        };
        stream_ops: {
          fsync?(stream: FileStream): number;
          write(stream: FileStream, ...rest: unknown[]): number;
        };
      };
    };
    lookupNode(directory: FileNode, name: string): FileNode;
    destroyNode(node: FileNode): void;
  };
}
type Init = NodeFS["init"];

/**
 * Stores a database's files in a directory in the way that PostgreSQL relies on: synced data
 * survives a power cut, and a rename replaces a file atomically. In PGlite's own class a sync does
 * nothing, and a rename first removes the file that it replaces.
 */
class PgliteFiles extends NodeFS {
  /** How much was written to the write-ahead log so far, in bytes. */
  writtenAhead = 0;
  /** Directories with new names that are not synced yet: a power cut may remove these names. */
  readonly #changed = new Set<string>();

  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [...(emscriptenOpts.preRun ?? [])];
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...preRun, (module: Emscripten) => this.#replaceOperations(module)],
        // PGlite would continue after a PANIC, which PostgreSQL raises when a sync has failed.
        onAbort: (reason: unknown) => {
          console.error(`The database ends: ${reason}`);
          Deno.exit(1);
        },
      },
    };
  }

  #replaceOperations({ FS }: Emscripten): void {
    const { realPath, tryFSOperation, node_ops, stream_ops } = FS.filesystems.NODEFS;
    const { mknod } = node_ops;
    const { write } = stream_ops;

    node_ops.mknod = (parent, name, mode, device) => {
      const node = mknod(parent, name, mode, device);
      this.#changed.add(realPath(parent));
      return node;
    };

    node_ops.rename = (node, directory, name) => {
      const to = `${realPath(directory)}/${name}`;
      const replaced = found(() => FS.lookupNode(directory, name));
      tryFSOperation(() => renameSync(realPath(node), to));
      if (replaced) FS.destroyNode(replaced);
      node.name = name;
      this.#changed.add(dirname(to));
    };

    stream_ops.write = (stream, ...rest) => {
      const written = write(stream, ...rest);
      if (stream.node.parent.name === "pg_wal") this.writtenAhead += written;
      return written;
    };

    stream_ops.fsync = ({ node, nfd }) => {
      const path = realPath(node);
      tryFSOperation(() => {
        if (nfd === undefined) this.#syncDirectory(path);
        else fdatasyncSync(nfd);
        // PostgreSQL expects that syncing a new file also makes the file's name durable.
        for (let above = dirname(path); this.#changed.has(above); above = dirname(above)) {
          this.#syncDirectory(above);
        }
      });
      return 0;
    };
  }

  #syncDirectory(path: string): void {
    this.#changed.delete(path);
    if (Deno.build.os === "windows") return;
    const directory = openSync(path, "r");
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  }
}

function found<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** Opens the database in `directory`, and creates it if it is missing. */
export async function openPglite(directory: string) {
  if (!existsSync(directory)) await createDatabase(directory);
  // The process that made this lock file has ended. A power cut may leave the file empty, which
  // PostgreSQL takes for a lock that is just being written.
  await rm(join(directory, "postmaster.pid"), { force: true });
  const files = new PgliteFiles(directory);
  const startParams = PGlite.defaultStartParams.filter((it) => it !== "-F");
  const pglite = await PGlite.create({
    fs: files,
    startParams: [...startParams, ...SYNC_PARAMETERS],
  });
  return { pglite, files };
}

/**
 * Creates the database as a draft and renames it when it is complete. A draft that an interrupted
 * creation has left is deleted.
 */
async function createDatabase(directory: string): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  const pglite = await PGlite.create(`file://${draft}`);
  await pglite.close();
  await syncTree(draft);
  await renameDurably(draft, directory);
}
