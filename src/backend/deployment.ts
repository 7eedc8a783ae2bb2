import { type DeploymentConfig, deploymentConfigSchema } from "@contracts/deployment-config.ts";

const KEY = "deployment";
/**
 * Time limit (ms): long enough for a slow connection, short enough that a captive portal which
 * never answers does not block the start.
 */
const TIMEOUT_MS = 8000;

/**
 * Loads the address of this deployment's backend. The device remembers it, so that it is known
 * offline.
 * @returns null when it was never loaded and cannot be loaded now
 */
export async function loadDeployment(store: KeyValueStore): Promise<DeploymentConfig | null> {
  const remembered = await remember(store);
  const learning = learn(store);
  return remembered ?? learning;
}

async function remember(store: KeyValueStore): Promise<DeploymentConfig | null> {
  try {
    return deploymentConfigSchema.parse(JSON.parse((await store.getItem(KEY)) ?? "null"));
  } catch {
    return null;
  }
}

async function learn(store: KeyValueStore): Promise<DeploymentConfig | null> {
  try {
    const response = await fetch("/config.json", {
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const config = deploymentConfigSchema.parse(await response.json());
    // On a device that cannot store it, the address is loaded again at the next start.
    await store.setItem(KEY, JSON.stringify(config)).catch(() => undefined);
    return config;
  } catch {
    return null;
  }
}

/**
 * Where the session is stored. All tabs and the worker share it; otherwise they would sign each
 * other out.
 */
export interface KeyValueStore {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  /**
   * Like `setItem`, but only if the key has a value. Checks and writes in one step, so that no
   * other writer comes between.
   */
  replaceItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}
