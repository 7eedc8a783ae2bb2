// Preloaded before a program that runs in Deno: records what the program does to the files below a
// directory, through every function with which the embedded backend writes. `named-fs.ts` and
// `named-fs-promises.ts` replace the modules for imports of single names.
import fs from "node:fs";
import promises from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { type DiskEvent, encodeEvent } from "../disk-log.ts";

export interface Watch {
  /** The watched directory. */
  root: string;
  tell: (event: DiskEvent) => void;
  /** Reports syncs but does not do them: the watcher simulates their effect. */
  skipSyncs?: boolean;
}

/** The watcher of this process; undefined when there is none. */
export const watching: { current: Watch | undefined } = { current: undefined };

const real = { ...fs };
const realPromises = { ...promises };
const opened = new Map<number, string>();
let openings = 0;

function inside(path: unknown): string | undefined {
  const root = watching.current?.root;
  if (root === undefined || (typeof path !== "string" && !(path instanceof URL))) return undefined;
  const name = relative(root, String(path));
  return name.startsWith("..") ? undefined : name;
}

function tell(event: DiskEvent): void {
  watching.current?.tell(event);
}

function noteOpening(fd: number, path: unknown, flags: string | number = "r"): void {
  opened.delete(fd);
  const name = inside(path);
  if (name === undefined) return;
  const file = `${process.pid}.${++openings}`;
  opened.set(fd, file);
  const { O_CREAT, O_TRUNC } = fs.constants;
  const create = typeof flags === "number" ? (flags & O_CREAT) !== 0 : /[wa]/.test(flags);
  const empty = typeof flags === "number" ? (flags & O_TRUNC) !== 0 : /w/.test(flags);
  tell({ op: "open", file, path: name, create, empty });
}

function bytesOf(data: string | ArrayBufferView, offset = 0, length?: number): Uint8Array {
  if (typeof data === "string") return new TextEncoder().encode(data);
  const size = length ?? data.byteLength - offset;
  return new Uint8Array(data.buffer, data.byteOffset + offset, size).slice();
}

function noteWrite(fd: number, bytes: Uint8Array, position?: number | null): void {
  const file = opened.get(fd);
  if (file) tell({ op: "write", file, position: position ?? null, bytes });
}

/** Syncs a file, unless the watcher only simulates that, and reports it. */
function synced(fd: number, sync: () => unknown): unknown {
  const file = opened.get(fd);
  const done = watching.current?.skipSyncs && file ? undefined : sync();
  const note = () => file && tell({ op: "sync", file });
  return done instanceof Promise ? done.then(note) : note();
}

/** Wraps a function with a path, and reports its call after it has succeeded. */
function afterwards<Given extends [unknown, ...unknown[]]>(
  call: (...given: Given) => unknown,
  event: (path: string, ...rest: unknown[]) => DiskEvent,
) {
  return (...given: Given) => {
    const done = call(...given);
    const path = inside(given[0]);
    if (path === undefined) return done;
    const note = () => tell(event(path, ...given.slice(1)));
    if (!(done instanceof Promise)) {
      note();
      return done;
    }
    return done.then((result) => {
      note();
      return result;
    });
  };
}

function renamed(path: string, to: unknown): DiskEvent {
  return { op: "rename", from: path, to: inside(to) ?? "" };
}

Object.assign(fs, {
  openSync(path: string, flags?: string | number, mode?: number) {
    const fd = real.openSync(path, flags ?? "r", mode);
    noteOpening(fd, path, flags);
    return fd;
  },
  closeSync(fd: number) {
    opened.delete(fd);
    real.closeSync(fd);
  },
  writeSync(fd: number, data: Uint8Array, offset?: number, length?: number, position?: number) {
    const written = real.writeSync(fd, data, offset, length, position);
    noteWrite(fd, bytesOf(data, offset, written), position);
    return written;
  },
  writeFileSync: afterwards(real.writeFileSync, (path, data) => {
    if (data !== "") throw new Error("Only empty files are expected");
    return { op: "create", path };
  }),
  truncateSync: afterwards(real.truncateSync, (path, size) => ({
    op: "truncate",
    path,
    size: Number(size ?? 0),
  })),
  mkdirSync: afterwards(real.mkdirSync, (path) => ({ op: "mkdir", path })),
  renameSync: afterwards(real.renameSync, renamed),
  unlinkSync: afterwards(real.unlinkSync, (path) => ({ op: "unlink", path })),
  rmdirSync: afterwards(real.rmdirSync, (path) => ({ op: "rmdir", path })),
  fsyncSync: (fd: number) => void synced(fd, () => real.fsyncSync(fd)),
  fdatasyncSync: (fd: number) => void synced(fd, () => real.fdatasyncSync(fd)),
});

type Handle = Awaited<ReturnType<typeof promises.open>>;

function watchHandle(handle: Handle, path: unknown, flags: string | number | undefined): Handle {
  noteOpening(handle.fd, path, flags);
  const { fd } = handle;
  const { write, writeFile, sync, datasync, close } = handle;
  return Object.assign(handle, {
    async write(data: Uint8Array) {
      const result = await (write as (data: Uint8Array) => Promise<{ bytesWritten: number }>).call(
        handle,
        data,
      );
      noteWrite(fd, bytesOf(data, 0, result.bytesWritten));
      return result;
    },
    async writeFile(data: string) {
      await writeFile.call(handle, data);
      noteWrite(fd, bytesOf(data));
    },
    sync: async () => void (await synced(fd, () => sync.call(handle))),
    datasync: async () => void (await synced(fd, () => datasync.call(handle))),
    async close() {
      opened.delete(fd);
      await close.call(handle);
    },
  });
}

Object.assign(promises, {
  async open(path: string, flags?: string | number, mode?: number) {
    return watchHandle(await realPromises.open(path, flags, mode), path, flags);
  },
  mkdir: afterwards(realPromises.mkdir, (path) => ({ op: "mkdir", path })),
  rename: afterwards(realPromises.rename, renamed),
  rm: afterwards(realPromises.rm, (path) => ({ op: "rmtree", path })),
  copyFile(from: string, to: string) {
    if (inside(to) !== undefined) throw new Error("Nobody watches copyFile");
    return realPromises.copyFile(from, to);
  },
  async writeFile(target: string | Handle, data: string) {
    if (inside(target) !== undefined) throw new Error("Nobody watches writeFile");
    await realPromises.writeFile(target, data);
  },
});

const { POWER_CUT_ROOT: root, POWER_CUT_LOG: log } = process.env;
if (root && log) {
  const end = real.openSync(log, "a");
  watching.current = { root, tell: (event) => void real.writeSync(end, encodeEvent(event)) };
  watchChildren();
}

/** Makes the recorder watch child processes too, such as the database's. */
function watchChildren(): void {
  const { Command } = Deno;
  const here = import.meta.dirname ?? "";
  Deno.Command = class extends Command {
    constructor(command: string | URL, options: Deno.CommandOptions = {}) {
      const [run = "", ...args] = options.args ?? [];
      const own = ["--allow-all", `--preload=${join(here, "recorder.ts")}`];
      const map = `--import-map=${join(here, "named-imports.json")}`;
      super(command, {
        ...options,
        args: [run, ...own, map, ...args.filter((it) => !it.startsWith("--allow-"))],
        env: { ...options.env, POWER_CUT_ROOT: root ?? "", POWER_CUT_LOG: log ?? "" },
      });
    }
  };
}
