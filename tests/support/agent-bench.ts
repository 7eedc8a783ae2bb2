import { afterAll, beforeAll, beforeEach } from "vitest";
import {
  type Environment,
  readEnvironment,
} from "#supabase/functions/_shared/request/environment.ts";
import type { Ports } from "#supabase/functions/_shared/request/ports.ts";
import { startAiProvider } from "./ai-provider/ai-provider.ts";
import { startInProcessBackend } from "./in-process-backend.ts";
import { type JsonRequestOptions, jsonRequest } from "./json-request.ts";

export interface Technician {
  id: string;
  email: string;
  accessToken: string;
  companyId: string;
}

const API_KEY = "sk-for-tests";

export type AgentBench = Awaited<ReturnType<typeof startAgentBench>>;

/** The environment for tests of an AI function: the real database, a stand-in provider, people. */
export async function startAgentBench() {
  const backend = await startInProcessBackend();
  const provider = await startAiProvider({ apiKey: API_KEY });
  return {
    backend,
    provider,
    /** The settings of a function; `variables` override them, an empty one unsets. */
    environment: (variables?: Record<string, string>): Environment =>
      readEnvironment({
        SUPABASE_URL: backend.url,
        SUPABASE_ANON_KEY: backend.publishableKey,
        SUPABASE_SERVICE_ROLE_KEY: backend.secretKey,
        OPENAI_BASE_URL: provider.url,
        OPENAI_API_KEY: API_KEY,
        ...variables,
      }),
    /** The function's ports to the outside world, with the given clock or the real one. */
    ports: (clock?: Ports["clock"]): Ports => ({
      fetch: backend.fetch,
      clock: clock ?? {
        now: Date.now,
        sleep: () => Promise.resolve(),
        timeout: () => new AbortController().signal,
      },
      stopping: new AbortController().signal,
      log: () => {},
    }),
    /** Creates a person with their own company who may use every agent. */
    async createTechnician(): Promise<Technician> {
      const person = await backend.createPerson("Tess");
      const [company] = await backend.sql(
        "insert into public.companies (name) values ('Cascade Climate') returning id",
      );
      const companyId = String(company?.id);
      await backend.sql(
        `update public.profiles set company_id = $2, can_use_voice_agent = true,
           can_use_snap_agent = true, can_use_label_agent = true where id = $1`,
        [person.id, companyId],
      );
      return { ...person, companyId };
    },
    rowsOf: (table: "agent_requests" | "detailed_agent_logs", person: Technician) =>
      backend.sql(`select * from public.${table} where user_id = $1 order by created_at`, [
        person.id,
      ]),
    async stop(): Promise<void> {
      await provider.stop();
      await backend.stop();
    },
  };
}

type FunctionHandler = (
  environment: Environment,
  ports?: Ports,
) => (request: Request) => Promise<Response>;

interface CallOptions extends JsonRequestOptions {
  caller?: Pick<Technician, "accessToken">;
  variables?: Record<string, string>;
  ports?: Ports;
}

export type TestBench = ReturnType<typeof benchForTests>;

/** A bench for the tests of a file. Each test begins with a new technician and without calls. */
export function benchForTests() {
  const bench = {} as AgentBench & { tess: Technician };
  beforeAll(async () => {
    Object.assign(bench, await startAgentBench());
  });
  beforeEach(async () => {
    bench.provider.reset();
    bench.tess = await bench.createTechnician();
  });
  afterAll(() => bench.stop());

  /** Sends a request to a service of the backend. */
  const ask = (method: string, path: string, body?: object | null, token?: string) =>
    bench.backend.fetch(`${bench.backend.url}/${path}`, {
      method,
      headers: {
        ...{ apikey: bench.backend.publishableKey, "Content-Type": "application/json" },
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  return Object.assign(bench, {
    ask,
    signIn: (email: string, password: string) =>
      ask("POST", "auth/v1/token?grant_type=password", { email, password }),

    /** Calls a function, in the technician's name if no other caller is given. */
    call(
      createHandler: FunctionHandler,
      name: string,
      body: Parameters<typeof jsonRequest>[1],
      options: CallOptions = {},
    ): Promise<Response> {
      const { caller = bench.tess, variables, ports = bench.ports(), ...more } = options;
      const request = jsonRequest(name, body, { accessToken: caller.accessToken, ...more });
      return createHandler(bench.environment(variables), ports)(request);
    },

    logged: () => bench.rowsOf("detailed_agent_logs", bench.tess),

    /** The ports, with this answer to a request of the backend, if there is one. */
    portsWith(
      answer: (path: string, init?: RequestInit) => Promise<Response | null> | Response | null,
    ): Ports {
      const ports = bench.ports();
      const fetch: Ports["fetch"] = async (url, init) =>
        (await answer(url.replace(bench.backend.url, ""), init)) ?? (await ports.fetch(url, init));
      return { ...ports, fetch };
    },
  });
}
