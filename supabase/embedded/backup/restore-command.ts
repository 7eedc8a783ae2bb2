// `npm run restore -- FILE [--replace]`: puts a backup into the database and data directory of the
// settings.

import { carry, pathFrom } from "../setup/command.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { counted } from "./progress.ts";
import { restoreBackup } from "./restore-backup.ts";

await carry(async ({ settings, migrations }) => {
  const replace = Deno.args.includes("--replace");
  const [file, ...others] = Deno.args.filter((it) => it !== "--replace");
  if (!file || others.length > 0 || file.startsWith("-")) {
    throw new StartRefusal(
      "Say which backup: npm run restore -- FILE, and add --replace where it takes the place of other data",
    );
  }
  const path = pathFrom(file);
  const contents = await restoreBackup(settings, path, { migrations, replace });
  const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `The backup ${path} is restored: ${counted(rows, "row")} and ${counted(contents.files.count, "file")}. Start with npm start and the same settings.`,
  );
});
