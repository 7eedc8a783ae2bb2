import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AiProvider, startAiProvider } from "../ai-provider/ai-provider.ts";
import { type Backend, copyDataTemplate, startBackend } from "../backend.ts";
import { addCompany, type Company } from "./company.ts";

/** A backend that serves all files of one worker, and the AI provider that it calls. */
interface SharedBackend {
  backend: Backend;
  provider: AiProvider;
  companies: number;
}

/** By whether the backend has the provider. */
const started = new Map<boolean, Promise<SharedBackend>>();

/**
 * A backend that runs until the worker ends, with a company that nobody has used.
 * `setup/shared-backends.ts` ends it.
 */
export async function enterSharedBackend(
  withProvider: boolean,
): Promise<{ backend: Backend; provider: AiProvider; company: Company }> {
  const starting = started.get(withProvider) ?? start(withProvider);
  started.set(withProvider, starting);
  const shared = await starting;
  shared.provider.reset();
  shared.companies += 1;
  const company = await addCompany(shared.backend, shared.companies);
  return { ...shared, company };
}

async function start(withProvider: boolean): Promise<SharedBackend> {
  const { SHARED_BACKENDS } = process.env;
  if (SHARED_BACKENDS === undefined) throw new Error("The project has no global set-up for it.");
  const dataDir = join(SHARED_BACKENDS, `${process.pid}-${withProvider ? "with" : "without"}`);
  mkdirSync(dataDir);
  await copyDataTemplate("demo", dataDir);
  const provider = await startAiProvider();
  const backend = await startBackend({
    dataDir,
    env: withProvider ? { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: provider.url } : {},
  });
  writeFileSync(`${dataDir}.pid`, String(backend.pid));
  return { backend, provider, companies: 0 };
}
