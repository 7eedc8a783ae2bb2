import { defineConfig } from "vitest/config";
import unit from "./vitest.unit.config.ts";

/** The server functions in Node, against a stand-in provider and a database in memory. */
export default defineConfig({
  ...unit,
  test: {
    ...unit.test,
    name: "functions",
    include: ["supabase/functions/**/*.test.ts"],
    // They are handed all they work with, so that nothing but what was loaded outlives a file: the
    // database's WebAssembly, most of all, is compiled once.
    isolate: false,
  },
});
