import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Benches that need a browser. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    environment: "node",
    include: ["tests/bench/device-search.ts"],
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
