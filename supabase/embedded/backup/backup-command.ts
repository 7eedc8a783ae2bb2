// `npm run backup -- FILE`: writes everything that the backend keeps into one file.

import { carry, pathFrom } from "../setup/command.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { makeBackup } from "./make-backup.ts";
import { counted, inWords } from "./progress.ts";

await carry(async ({ settings, version }) => {
  const [file, ...others] = Deno.args;
  if (!file || others.length > 0 || file.startsWith("-")) {
    throw new StartRefusal("Say where the backup goes: npm run backup -- FILE");
  }
  const path = pathFrom(file);
  const { size, contents, missing } = await makeBackup(settings, path, version);
  const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `The backup ${path} is complete: ${counted(rows, "row")} and ${counted(contents.files.count, "file")} in ${inWords(size)}.`,
  );
  console.log(
    "It holds everybody's data and the deployment's secrets, unencrypted: whoever can read it has everything. Only you can (mode 600).",
  );
  for (const name of missing) console.warn(`The file of ${name} was lost before: it is left out.`);
});
