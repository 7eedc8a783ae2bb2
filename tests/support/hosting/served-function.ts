import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { denoBinary } from "#supabase/embedded/setup/deno-binary.mjs";
import { PUBLISHABLE_KEY, SECRET_KEY, type UploadedFunction } from "./project.ts";

const packages = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const LISTENING = /Listening on (http:\S+)/;

/**
 * Serves a function from what was uploaded of it and nothing else, with the variables that the
 * platform gives to a project that has no older keys.
 * @param work gets the function's address
 */
export async function withServedFunction(
  { metadata, files }: UploadedFunction,
  supabaseUrl: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "field-agents-function-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink(packages, join(folder, "node_modules"));
  await symlink(join(packages, "../package.json"), join(folder, "package.json"));
  const importMap = `--import-map=${metadata.import_map_path}`;
  const permissions = [
    "--allow-net=127.0.0.1",
    "--allow-env",
    `--allow-read=${folder},${packages}`,
  ];
  const options = ["--no-lock", "--node-modules-dir=manual", importMap, ...permissions];
  const deno = spawn(denoBinary(), ["run", ...options, metadata.entrypoint_path], {
    cwd: folder,
    env: {
      HOME: folder,
      DENO_NO_UPDATE_CHECK: "1",
      DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
      SUPABASE_URL: supabaseUrl,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: PUBLISHABLE_KEY }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: SECRET_KEY }),
    },
  });
  const ended = once(deno, "close");
  try {
    await work(await addressOf(deno));
  } finally {
    deno.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** The address that the process says it listens at. @throws Error with what it said if it ends */
function addressOf(deno: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    for (const stream of [deno.stdout, deno.stderr]) {
      stream?.on("data", (part) => {
        said += part;
        const [, url] = LISTENING.exec(said) ?? [];
        if (url !== undefined) resolve(url);
      });
    }
    deno.once("close", () => reject(new Error(`The function did not start: ${said}`)));
  });
}
