/** Sizes of the model: the better one takes twice the time and room. */
export type ModelSize = "small" | "better";

/** The files that turn speech into text. */
export type ModelFileName = "runtime" | "detector" | "vocabulary" | "encoder" | "decoder";

/** A piece of a file, which is fetched and kept as a whole. */
export interface FilePart {
  /** Where it is served, and the name under which it is kept: holds a hash of its content. */
  path: string;
  /** Bytes to fetch: it is compressed with gzip. */
  bytes: number;
  /** SHA-256 of its content before it was compressed, hexadecimal. */
  sha256: string;
}

export interface ModelFile {
  name: ModelFileName;
  /** Bytes of all parts together, without compression. */
  size: number;
  parts: FilePart[];
}

/** The files that a device fetches for one size of the model. */
export interface ModelManifest {
  size: ModelSize;
  /** A hash of everything in it. */
  version: string;
  /** The version of the runtime, whose JavaScript is a part of the app. */
  runtimeVersion: string;
  /** Bytes of all compressed parts together. */
  bytes: number;
  files: ModelFile[];
}

/** The version of onnxruntime-web in the app: its WebAssembly fits only its own JavaScript. */
export const RUNTIME_VERSION = "1.30.0";
