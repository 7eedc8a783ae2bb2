// `npm run rotate-keys [-- --revoke]`: lets the next key sign people's access tokens.
import { carry } from "../../setup/command.ts";
import { StartRefusal } from "../../setup/start-refusal.ts";
import { rotateKeys } from "./rotate-keys.ts";

await carry(async ({ settings }) => {
  const revoke = Deno.args.includes("--revoke");
  if (Deno.args.some((it) => it !== "--revoke")) {
    throw new StartRefusal(
      "Say npm run rotate-keys, and add -- --revoke to refuse all tokens that were given until now",
    );
  }
  const { current, acceptedUntil } = await rotateKeys(settings, { revoke });
  console.log(`Access tokens are signed with the key ${current} from now on.`);
  console.log(
    acceptedUntil === null
      ? "All earlier tokens are refused: whoever is signed in stays so, and gets a new one."
      : `Earlier tokens are accepted until they expire, at the latest at ${acceptedUntil.toISOString()}. To refuse them at once: npm run rotate-keys -- --revoke`,
  );
});
