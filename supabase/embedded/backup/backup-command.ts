// `npm run backup -- FILE`: writes everything that the backend keeps into one file, whether it runs or
// not.
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { carry, fileArgument, onBackend } from "../setup/command.ts";
import { checkOwner, dataPaths } from "../setup/data-directory.ts";
import { openSecrets } from "../setup/secrets.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { ARCHIVE_FORMAT, type Manifest, packArchive } from "./archive.ts";
import { COPY, copyData, copyPath } from "./copy-data.ts";

await carry(async ({ settings, version }) => {
  const path = fileArgument("Say where the backup goes: npm run backup -- FILE");
  if (existsSync(path)) {
    throw new StartRefusal(`${path} exists already: name another file for the backup.`);
  }
  const paths = dataPaths(settings.dataDir);
  if (!existsSync(settings.databaseUrl ? paths.path : paths.database)) {
    throw new StartRefusal(
      `There is nothing to back up in ${paths.path}: set DATA_DIR as at the start.`,
    );
  }
  await checkOwner(paths.path);
  using lock = await Deno.open(`${copyPath(paths.path)}.lock`, { write: true, create: true });
  if (!(await lock.tryLock(true))) {
    throw new StartRefusal(`Another backup of ${paths.path} is being made.`);
  }
  const copy = copyPath(paths.path);
  // A backup that was killed has left it.
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { mode: 0o700 });
  try {
    const { databaseUrl } = settings;
    const task = { name: COPY, text: "", what: "copy its data" };
    const pause = async () => () => {};
    const copied = await onBackend(settings, task, async (database, data) => {
      const secrets = await openSecrets(data.secrets, false);
      return await copyData({ data, database, databaseUrl, secrets, pause });
    });
    const manifest: Manifest = {
      ...{ product: "Field Agents", format: ARCHIVE_FORMAT, version },
      ...{ createdAt: new Date().toISOString(), ...copied },
    };
    await writeFile(join(copy, "manifest.json"), JSON.stringify(manifest, null, 2));
    const size = await packArchive(copy, path);
    console.log(`The backup ${path} is complete: ${(size / 1e6).toFixed(1)} MB.`);
    console.log(
      "It holds everybody's data and the deployment's secrets, unencrypted: whoever can read it has everything. Only you can (mode 600).",
    );
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});
