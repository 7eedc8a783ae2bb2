import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/embedded/**/*.test.ts"],
    environment: "node",
    // Every test file starts backends of its own.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
