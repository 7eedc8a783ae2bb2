import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";

const backend = {
  SUPABASE_URL: "https://project.supabase.co/",
  SUPABASE_ANON_KEY: "anon",
  SUPABASE_SERVICE_ROLE_KEY: "service",
};
const read = (variables: Record<string, string> = {}) =>
  readEnvironment({ ...backend, ...variables });

test("without AI settings there is no provider, and the default pace applies", () => {
  expect(read()).toMatchObject({
    supabaseUrl: "https://project.supabase.co",
    allowedOrigins: ["*"],
    pace: { perMinute: 20, perDay: 500 },
    ai: { chat: null, transcribe: null, prices: {} },
  });
});

const openAi = { baseUrl: "https://api.openai.com/v1", apiKey: "sk-1" };
const shared = { OPENAI_BASE_URL: "https://chat.example/v1", OPENAI_API_KEY: "sk-1" };
const chat = { baseUrl: "https://chat.example/v1", apiKey: "sk-1" };
test.each<[string, Record<string, string>, object]>([
  ["a key alone means OpenAI", { OPENAI_API_KEY: "sk-1" }, { chat: openAi, transcribe: openAi }],
  [
    "an address alone means a host that needs no key",
    { OPENAI_BASE_URL: "http://localhost:11434/v1/" },
    { chat: { baseUrl: "http://localhost:11434/v1", apiKey: null } },
  ],
  [
    "transcription can have its own host",
    { ...shared, AI_TRANSCRIBE_BASE_URL: "https://ears.example/v1" },
    { chat, transcribe: { baseUrl: "https://ears.example/v1", apiKey: "sk-1" } },
  ],
  [
    "transcription can have its own key",
    { ...shared, AI_TRANSCRIBE_API_KEY: "sk-2" },
    { chat, transcribe: { baseUrl: "https://chat.example/v1", apiKey: "sk-2" } },
  ],
  [
    "transcription can be switched off, and chat stays",
    { OPENAI_API_KEY: "sk-1", AI_TRANSCRIBE: "none" },
    { chat: openAi, transcribe: null },
  ],
])("%s", (_, variables, providers) => {
  expect(read(variables).ai).toMatchObject(providers);
});

test("a project's newer keys are taken before its older ones, the default one first", () => {
  const newer = {
    SUPABASE_PUBLISHABLE_KEYS: '{"phone":"sb_publishable_2","default":"sb_publishable_1"}',
    SUPABASE_SECRET_KEYS: '{"functions":"sb_secret_1"}',
  };
  expect(read(newer)).toMatchObject({ anonKey: "sb_publishable_1", serviceRoleKey: "sb_secret_1" });
  const { SUPABASE_URL } = backend;
  expect(readEnvironment({ SUPABASE_URL, ...newer })).toEqual(read(newer));
});

test.each(["", "{}"])("with %j for its newer keys, a project's older keys are taken", (keys) => {
  const without = { SUPABASE_PUBLISHABLE_KEYS: keys, SUPABASE_SECRET_KEYS: keys };
  expect(read(without)).toMatchObject({ anonKey: "anon", serviceRoleKey: "service" });
});

test.each(["sb_secret_1", '["sb_secret_1"]', '{"default":{"key":"sb_secret_1"}}'])(
  "keys of another form are refused without being quoted: %s",
  (keys) => {
    const reading = () => read({ SUPABASE_SECRET_KEYS: keys });
    expect(reading).toThrow(/^SUPABASE_SECRET_KEYS is not a JSON object of keys by name\.$/);
  },
);

test("an empty variable counts as unset", () => {
  expect(read({ OPENAI_API_KEY: " ", AI_PACE_PER_DAY: "", AI_PRICES: "" })).toEqual(read());
});

test.each([
  ["SUPABASE_URL", ""],
  ["SUPABASE_SERVICE_ROLE_KEY", ""],
  ["OPENAI_BASE_URL", "my host"],
  ["AI_PACE_PER_MINUTE", "0"],
  ["AI_PACE_PER_DAY", "lots"],
  ["AI_TRANSCRIBE_REAL_TIME_FACTOR", "slow"],
  // Devices would have given up before.
  ["AI_TRANSCRIBE_REAL_TIME_FACTOR", "0.6"],
  ["AI_PRICES", "{"],
  ["AI_PRICES", '{"m": {"input": -1, "output": 1}}'],
  ["AI_PRICES", '{"m": {"input": 1}}'],
])("%s=%j is refused, and the error names the variable", (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name);
});
