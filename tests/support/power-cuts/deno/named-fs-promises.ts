// Stands in for `node:fs/promises` where names are imported from it.
import "./recorder.ts";
import promises from "node:fs/promises";

export * from "node:fs/promises";
export const { copyFile, mkdir, open, rename, rm, writeFile } = promises;
export default promises;
