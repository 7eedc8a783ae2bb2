import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  test: {
    name: "embedded",
    include: ["tests/embedded/**/*.test.ts"],
    environment: "node",
    globalSetup: "tests/support/setup/data-templates.ts",
    // Every test file starts backends of its own, each of three processes.
    maxWorkers: 3,
    // Generous: they end what hangs, on a slow machine that does other things too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
