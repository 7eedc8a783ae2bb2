// Types for the internal modules of two libraries, as far as they are used.

declare module "mammoth/lib/zipfile.js" {
  const zipfile: { openArrayBuffer(bytes: Uint8Array): Promise<unknown> };
  export default zipfile;
}

declare module "mammoth/lib/docx/docx-reader.js" {
  const reader: {
    read(
      zip: unknown,
      input: object,
      options: object,
    ): Promise<{ value: import("./read-docx.ts").DocxElement }>;
  };
  export default reader;
}

declare module "word-extractor/lib/buffer-reader.js" {
  export default class BufferReader {
    constructor(bytes: Uint8Array);
  }
}

declare module "word-extractor/lib/word-ole-extractor.js" {
  interface Options {
    filterUnicode: boolean;
  }
  interface WordText {
    getBody(options: Options): string;
    getTextboxes(options: Options): string;
    getFootnotes(options: Options): string;
    getEndnotes(options: Options): string;
  }
  export default class WordOleExtractor {
    extract(reader: unknown): Promise<WordText>;
  }
}

declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
  export const WorkerMessageHandler: unknown;
}
