import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const cache = join(repository, "node_modules/.cache/field-agents");

/**
 * A data directory to copy from: making one takes several times as long as starting with one. It is
 * kept as long as the files from which it is made stay the same.
 * @param name distinguishes it from other templates
 * @param make fills an empty data directory, and closes everything in it
 */
export async function templateDataDir(name: string, make: (dataDir: string) => Promise<void>) {
  const version = await fingerprint();
  const directory = join(cache, `template-${name}-${version}`);
  if (existsSync(directory)) return directory;
  const draft = join(cache, `draft-${name}-${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await make(draft);
  try {
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // If the directory exists now, another process has made it first.
    if (!existsSync(directory)) throw error;
  }
  for (const old of await readdir(cache)) {
    // Templates of this version may be being copied at this moment.
    if (!old.startsWith("template-") || old.endsWith(version)) continue;
    await rm(join(cache, old), { recursive: true, force: true });
  }
  return directory;
}

/** The files of the tests on which the content of a template depends. */
const MAKERS = ["backend", "in-process-backend"].map((name) => `tests/support/${name}.ts`);

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const folders = ["supabase/migrations", "supabase/embedded", "supabase/seed"];
  const files = folders.map(async (folder) =>
    (await readdir(join(repository, folder), { recursive: true })).map((name) =>
      join(folder, name),
    ),
  );
  const names = (await Promise.all(files)).flat().sort();
  for (const file of [...names, ...MAKERS, "package-lock.json"]) {
    if (/(?<!\.test)\.(sql|ts|json)$/.test(file))
      hash.update(file).update(await readFile(join(repository, file)));
  }
  return hash.digest("hex").slice(0, 16);
}
