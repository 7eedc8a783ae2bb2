// The type of an internal module of a library, as far as it is used.

declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
  export const WorkerMessageHandler: { initializeFromPort(port: MessagePort): void };
}
