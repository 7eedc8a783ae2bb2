// Replaces `node:fs/promises` for modules that import names from it.
import "./recorder.ts";
import promises from "node:fs/promises";

export * from "node:fs/promises";
export const { copyFile, mkdir, open, rename, rm, writeFile } = promises;
export default promises;
