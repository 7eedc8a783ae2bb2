import type { Fault } from "./fault-network.ts";
import type { ItemPlan } from "./made-items.ts";
import type { Tab } from "./tab.ts";
import type { World } from "./world.ts";

/** What happens to a person's next note while the calls of others are under way. */
export type Interruption = "discarded" | "taken back" | "signed out" | "frozen";

const NOTE: ItemPlan = { kind: "voice note", conversation: "a", bytes: 64, refused: false };
/** Longer than a left note can be taken back in the page, and shorter than a slow reply. */
const MOMENT_MS = 8_000;
/** Shorter than a claim is good that was made ahead. */
const INSTANT_MS = 1_000;
/** One whose call is quick, so that the next ones are claimed ahead, and as many as are sent at a time. */
const OTHERS = 4;
/** The requests of a note: the probe beside the first one, the call and the row of the history. */
const QUICK: Fault[] = ["none", "none", "none"];

/**
 * Lets four notes be sent, and a fifth be the next: the engine has claimed it ahead and has read its bytes
 * before the interruption comes, and must not send it on the strength of that.
 * @param open opens a page with a running engine, for whoever is signed in
 */
export async function interrupt(
  world: World,
  tab: Tab,
  by: Interruption,
  plan: () => void,
  open: (world: World) => Promise<Tab>,
): Promise<void> {
  const { person, network } = world;
  network.up = false;
  for (let n = 0; n < OTHERS; n += 1) await world.make(tab, NOTE);
  // Larger, so that it is the last.
  await world.make(tab, { ...NOTE, kind: "left note", bytes: 128 });
  const next = world.made.at(-1)?.id ?? "";
  await world.elapse(MOMENT_MS);
  network.faults = [...QUICK, ...Array(2 * OTHERS).fill("slow-reply")];
  network.up = true;
  plan();
  tab.context.engine.wake("network");
  // A claim is given back before the person acts, but not before the page is frozen or left.
  await world.elapse(by === "discarded" || by === "taken back" ? MOMENT_MS : INSTANT_MS);
  if (!tab.life.alive) return;
  switch (by) {
    case "discarded":
      return world.doing(tab, person.discard(tab, next));
    case "taken back":
      await world.doing(tab, person.takeBack(tab));
      if (tab.life.alive) await world.doing(tab, person.decide(tab, "discard"));
      return;
    case "signed out":
      world.accounts.change();
      await world.make(await open(world), NOTE);
      world.accounts.change();
      await open(world);
      return;
    case "frozen":
      world.freeze(tab);
      await open(world);
      await world.elapse(60_000);
      tab.thaw();
  }
}
