// `npm run rotate-keys [-- --revoke]`: lets the next key sign people's access tokens, whether the backend runs
// or not.
import { existsSync } from "node:fs";
import { carry, onBackend } from "../../setup/command.ts";
import { dataPaths } from "../../setup/data-directory.ts";
import { StartRefusal } from "../../setup/start-refusal.ts";
import { databaseKeys, REVOKE, ROTATE_KEYS } from "./signing-key-rows.ts";

await carry(async ({ settings }) => {
  const revoke = Deno.args.includes("--revoke");
  if (Deno.args.some((it) => it !== "--revoke")) {
    throw new StartRefusal(
      "Say npm run rotate-keys, and add -- --revoke to refuse all tokens that were given until now",
    );
  }
  const { dataDir, databaseUrl } = settings;
  if (!existsSync(databaseUrl ? dataDir : dataPaths(dataDir).database)) {
    throw new StartRefusal(`There are no keys in ${dataDir}: set DATA_DIR as at the start.`);
  }
  const task = { name: ROTATE_KEYS, text: revoke ? REVOKE : "", what: "rotate its keys" };
  const { current, acceptedUntil } = await onBackend(settings, task, (database) =>
    databaseKeys(database).rotate({ revoke }),
  );
  console.log(`Access tokens are signed with the key ${current} from now on.`);
  console.log(
    acceptedUntil === null
      ? "All earlier tokens are refused: whoever is signed in stays so, and gets a new one."
      : `Earlier tokens are accepted until they expire, at the latest at ${acceptedUntil}. To refuse them at once: npm run rotate-keys -- --revoke`,
  );
});
