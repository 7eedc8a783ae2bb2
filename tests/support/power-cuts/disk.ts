import fs from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DiskEvent } from "./disk-log.ts";

export type Random = () => number;

type Change = { position: number; bytes: Uint8Array } | { size: number };
interface File {
  kind: "file";
  content: Uint8Array;
  changes: Change[];
}
interface Naming {
  remove?: string;
  add?: [name: string, node: Node];
}
interface Directory {
  kind: "directory";
  kept: Map<string, Node>;
  names: Map<string, Node>;
  changes: Naming[];
}
type Node = File | Directory;

/** Which unsynced changes a power cut leaves. */
type Leaving = "nothing" | "everything" | "beginnings" | "sectors";
const LEAVINGS: Leaving[] = ["nothing", "everything", "beginnings", "sectors"];
const SECTOR_SIZES = [512, 4096];

/**
 * A disk as a power cut may leave it: synced changes are kept; of all others (names as well as
 * sectors) any part may be kept, in any order.
 */
export class Disk {
  readonly #root: Directory;
  readonly #opened = new Map<string, { file: File; position: number }>();
  readonly #openDirectories = new Map<string, Directory>();
  readonly #ignoresSyncs: boolean;

  /** Begins with the content of a directory, all of it synced. */
  constructor(base: string, ignoresSyncs: boolean) {
    this.#root = load(base);
    this.#ignoresSyncs = ignoresSyncs;
  }

  apply(event: DiskEvent): void {
    switch (event.op) {
      case "open": {
        const found = this.#find(event.path);
        if (found?.kind === "directory") {
          this.#openDirectories.set(event.file, found);
          return;
        }
        if (!found && !event.create) throw new Error(`${event.path} was never made`);
        const file = found ?? this.#add(event.path, emptyFile());
        if (found && event.empty) file.changes.push({ size: 0 });
        this.#opened.set(event.file, { file, position: 0 });
        return;
      }
      case "create":
        if (!this.#find(event.path)) this.#add(event.path, emptyFile());
        return;
      case "write": {
        const opened = this.#opened.get(event.file);
        if (!opened) throw new Error("Written before it was opened");
        const position = event.position ?? opened.position;
        opened.position = position + event.bytes.length;
        opened.file.changes.push({ position, bytes: event.bytes });
        return;
      }
      case "truncate": {
        const file = this.#find(event.path);
        if (file?.kind === "file") file.changes.push({ size: event.size });
        return;
      }
      case "sync":
        if (!this.#ignoresSyncs) this.#sync(event.file);
        return;
      case "mkdir":
        this.#makeDirectory(event.path);
        return;
      case "rename":
        this.#rename(event.from, event.to);
        return;
      case "unlink":
      case "rmdir":
      case "rmtree":
        this.#change(dirname(event.path), { remove: basename(event.path) });
    }
  }

  /** Writes into an empty directory what a cut at this moment may leave. */
  leave(directory: string, random: Random): void {
    const leaving = LEAVINGS[Math.floor(random() * LEAVINGS.length)] ?? "nothing";
    writeDirectory(this.#root, directory, leaving, random);
  }

  #sync(id: string): void {
    const directory = this.#openDirectories.get(id);
    if (directory) {
      directory.kept = new Map(directory.names);
      directory.changes = [];
      return;
    }
    const file = this.#opened.get(id)?.file;
    if (!file) throw new Error("Synced before it was opened");
    if (file.changes.length === 0) return;
    file.content = changed(file.content, file.changes);
    file.changes = [];
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const name of path.split("/").filter((it) => it !== "" && it !== ".")) {
      node = node?.kind === "directory" ? node.names.get(name) : undefined;
    }
    return node;
  }

  #directory(path: string): Directory {
    const found = this.#find(path);
    if (found?.kind !== "directory") throw new Error(`${path} is no directory`);
    return found;
  }

  #add<T extends Node>(path: string, node: T): T {
    this.#change(dirname(path), { add: [basename(path), node] });
    return node;
  }

  #change(path: string, naming: Naming): void {
    const directory = this.#directory(path);
    directory.changes.push(naming);
    rename(directory.names, naming);
  }

  #makeDirectory(path: string): void {
    if (this.#find(path)) return;
    this.#makeDirectory(dirname(path));
    this.#add(path, { kind: "directory", kept: new Map(), names: new Map(), changes: [] });
  }

  #rename(from: string, to: string): void {
    const node = this.#find(from);
    if (!node) throw new Error(`${from} was never made`);
    const [remove, add] = [basename(from), [basename(to), node] as [string, Node]];
    const isWithin = dirname(from) === dirname(to);
    this.#change(dirname(to), { add, ...(isWithin && { remove }) });
    if (!isWithin) this.#change(dirname(from), { remove });
  }
}

function emptyFile(): File {
  return { kind: "file", content: new Uint8Array(), changes: [] };
}

function load(path: string): Directory {
  const names = new Map<string, Node>();
  for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) names.set(entry.name, load(inside));
    else
      names.set(entry.name, { ...emptyFile(), content: new Uint8Array(fs.readFileSync(inside)) });
  }
  return { kind: "directory", kept: new Map(names), names, changes: [] };
}

function rename(names: Map<string, Node>, { remove, add }: Naming): void {
  if (remove !== undefined) names.delete(remove);
  if (add) names.set(...add);
}

function writeDirectory(from: Directory, to: string, leaving: Leaving, random: Random): void {
  fs.mkdirSync(to, { recursive: true });
  for (const [name, node] of namesLeft(from, leaving, random)) {
    const path = join(to, name);
    if (node.kind === "directory") writeDirectory(node, path, leaving, random);
    else fs.writeFileSync(path, contentLeft(node, leaving, random));
  }
}

function namesLeft(
  { kept, changes }: Directory,
  leaving: Leaving,
  random: Random,
): Map<string, Node> {
  const names = new Map(kept);
  for (const naming of part(changes, leaving, random)) {
    // A rename whose source was lost with an earlier change has nothing to rename.
    if (naming.add && naming.remove !== undefined && !names.has(naming.remove)) continue;
    rename(names, naming);
  }
  return names;
}

function contentLeft({ content, changes }: File, leaving: Leaving, random: Random): Uint8Array {
  if (changes.length === 0) return content;
  if (leaving !== "sectors") return changed(content, part(changes, leaving, random));
  const sector = SECTOR_SIZES[Math.floor(random() * SECTOR_SIZES.length)] ?? 512;
  const pieces = part(
    changes.flatMap((change) => cut(change, sector)),
    leaving,
    random,
  );
  const left = changed(content, pieces);
  // The file's size may be kept or lost independently of its content.
  const sizes = [left.length, ...sizesOf(content.length, changes)];
  const size = sizes[Math.floor(random() * sizes.length)] ?? left.length;
  return changed(left, [{ size }]);
}

function part<T>(all: T[], leaving: Leaving, random: Random): T[] {
  if (leaving === "beginnings") return all.slice(0, Math.floor(random() * (all.length + 1)));
  if (leaving === "sectors") return all.filter(() => random() < 0.5);
  return leaving === "everything" ? all : [];
}

function cut(change: Change, sector: number): Change[] {
  if (!("bytes" in change)) return [change];
  const { position, bytes } = change;
  const pieces: Change[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = Math.min(bytes.length, at + sector - ((position + at) % sector));
    pieces.push({ position: position + at, bytes: bytes.subarray(at, next) });
    at = next;
  }
  return pieces;
}

function sizesOf(size: number, changes: Change[]): number[] {
  const sizes = [size];
  for (const change of changes) {
    size = "bytes" in change ? Math.max(size, change.position + change.bytes.length) : change.size;
    sizes.push(size);
  }
  return sizes;
}

function changed(content: Uint8Array, changes: Change[]): Uint8Array {
  const sizes = sizesOf(content.length, changes);
  const result = new Uint8Array(Math.max(...sizes));
  result.set(content);
  let size = content.length;
  for (const change of changes) {
    if ("bytes" in change) {
      result.set(change.bytes, change.position);
      size = Math.max(size, change.position + change.bytes.length);
    } else {
      if (change.size < size) result.fill(0, change.size);
      size = change.size;
    }
  }
  return result.subarray(0, size);
}
