import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { denoBinary } from "#supabase/embedded/setup/deno-binary.mjs";

const repository = fileURLToPath(new URL("../..", import.meta.url));

const dependency = z.object({ code: z.object({ specifier: z.string().optional() }).optional() });
const graphSchema = z.object({
  modules: z.array(
    z.object({ specifier: z.string(), dependencies: z.array(dependency).default([]) }),
  ),
});

/** Scripts that run under Deno: the backend, its child processes and commands, the server functions. */
const ENTRY =
  /^(embedded[\\/](main|.*-(child|command|guard|worker))|functions[\\/][^\\/]+[\\/]index)\.ts$/;

/**
 * The files that the backend runs, as Deno finds them: those of the repository, relative to it, and
 * of the packages those which they import themselves.
 */
export function serverModules(): string[] {
  const supabase = join(repository, "supabase");
  const entries = readdirSync(supabase, { recursive: true, encoding: "utf8" })
    .filter((path) => ENTRY.test(path))
    .map((path) => join(supabase, path));
  const files = entries.flatMap((entry) => [entry, ...loadedBy(entry)]);
  return [...new Set(files.map((file) => relative(repository, file).replaceAll("\\", "/")))];
}

/** The files that a module imports at run time, also through others; types are left out. */
function loadedBy(entry: string): string[] {
  const deno = ["info", "--json", "--quiet", entry];
  const text = execFileSync(denoBinary(), deno, { cwd: repository, encoding: "utf8" });
  const { modules } = graphSchema.parse(JSON.parse(text));
  const importedBy = new Map(modules.map(({ specifier, ...each }) => [specifier, each]));
  const found = new Set([pathToFileURL(entry).href]);
  for (const specifier of found) {
    for (const { code } of importedBy.get(specifier)?.dependencies ?? []) {
      if (code?.specifier?.startsWith("file:")) found.add(code.specifier);
    }
  }
  return [...found].map((specifier) => fileURLToPath(specifier));
}
