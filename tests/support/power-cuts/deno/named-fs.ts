// Replaces `node:fs` for modules that import names from it.
import "./recorder.ts";
import fs from "node:fs";

export * from "node:fs";
export const { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync } = fs;
export default fs;
