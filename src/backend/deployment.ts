import { type DeploymentConfig, deploymentConfigSchema } from "@contracts/deployment-config.ts";
import type { KeyValueStore } from "./auth/key-value-store.ts";

const KEY = "deployment";
/** Long enough for a slow line; a captive portal that never answers must not hold up the start. */
const TIMEOUT_MS = 8000;

/**
 * Where the backend of this deployment is. Asked for once; offline, the last answer is used.
 * @returns null when it was never learned and cannot be now
 */
export async function loadDeployment(store: KeyValueStore): Promise<DeploymentConfig | null> {
  const remembered = await remember(store);
  if (remembered !== null) {
    void learn(store);
    return remembered;
  }
  return learn(store);
}

async function remember(store: KeyValueStore): Promise<DeploymentConfig | null> {
  try {
    const stored = await store.getItem(KEY);
    if (stored === null) return null;
    return deploymentConfigSchema.parse(JSON.parse(stored));
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
    // A device that keeps nothing is to be asked again.
    await store.setItem(KEY, JSON.stringify(config)).catch(() => undefined);
    return config;
  } catch {
    return null;
  }
}
