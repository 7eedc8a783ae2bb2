import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import {
  type ModelFileName,
  type ModelManifest,
  type ModelSize,
  RUNTIME_VERSION,
} from "#understanding/speech/model/manifest.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A model of a few bytes, as the app's build would cut it. */
export interface PublishedModel {
  manifest: ModelManifest;
  /** Where its parts are served. */
  paths: string[];
  contents: Record<ModelFileName, Bytes[]>;
}

/** Makes a model of seven parts, of which all share the first. @param served gets them, by path */
export function publishModel(
  served: Map<string, Bytes>,
  size: ModelSize,
  seed: number,
  runtimeVersion = RUNTIME_VERSION,
): PublishedModel {
  const contents: PublishedModel["contents"] = {
    runtime: [text("runtime ", 40)],
    detector: [text(`detector ${seed} `, 30)],
    vocabulary: [text(JSON.stringify(["<s>", `word${seed}`]), 1)],
    encoder: [text(`encoder ${seed} `, 50), text(`encoder's end ${seed} `, 10)],
    decoder: [text(`decoder ${seed} `, 60), text(`decoder's end ${seed} `, 20)],
  };
  const files = Object.entries(contents).map(([name, pieces]) => ({
    name: name as ModelFileName,
    size: pieces.reduce((sum, piece) => sum + piece.length, 0),
    parts: pieces.map((piece) => {
      const packed = new Uint8Array(gzipSync(piece));
      const sha256 = createHash("sha256").update(piece).digest("hex");
      const path = `/models/${sha256.slice(0, 16)}.bin`;
      served.set(path, packed);
      return { path, bytes: packed.length, sha256 };
    }),
  }));
  const parts = files.flatMap((file) => file.parts);
  const manifest: ModelManifest = {
    size,
    version: `version-${seed}`,
    runtimeVersion,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    files,
  };
  return { manifest, paths: parts.map(({ path }) => path), contents };
}

function text(word: string, times: number): Bytes {
  return new Uint8Array(Buffer.from(word.repeat(times)));
}
