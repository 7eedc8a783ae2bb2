/** The battery as some browsers tell of it: https://www.w3.org/TR/battery-status/ */
interface BatteryManager {
  charging: boolean;
  /** From 0 to 1. */
  level: number;
}

/** Under this level nothing is done that can wait. */
const LOW = 0.2;

/** Whether the battery is low and is not charged now; false where the browser does not tell. */
export async function isBatteryLow(): Promise<boolean> {
  const { getBattery } = navigator as { getBattery?: () => Promise<BatteryManager> };
  if (getBattery === undefined) return false;
  const { charging, level } = await getBattery.call(navigator);
  return !charging && level < LOW;
}
