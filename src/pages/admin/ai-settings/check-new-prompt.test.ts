import { expect, it } from "vitest";
import { checkNewPrompt } from "./new-prompt-form.tsx";

const check = (prompt_key: string, prompt_value: string) =>
  checkNewPrompt({ prompt_key, prompt_value }, ["tone"]);

it.each([
  ["", ""],
  ["  ", "Be kind"],
  ["greeting", " \n"],
])("requires both key and value: %j, %j", (key, value) => {
  const problem = check(key, value);
  expect(problem).toMatchObject({
    title: "Missing fields",
    message: "Please fill in prompt key and value",
  });
  expect(problem?.key !== undefined).toBe(key.trim() === "");
  expect(problem?.value !== undefined).toBe(value.trim() === "");
});

it.each(["Greeting", "greeting-text", "greeting text", "1st", "_x", "ä", `a${"b".repeat(100)}`])(
  "refuses the key %s",
  (key) => {
    expect(check(key, "Be kind")).toMatchObject({ title: "Error adding prompt" });
  },
);

it("refuses a key that the company already has", () => {
  expect(check("tone ", "Be kind")?.key).toBe("This company already has a prompt with this key.");
});

it.each(["greeting", " greeting_2 ", "voice_agent_user_prompt"])("accepts the key %j", (key) => {
  expect(check(key, "Be kind")).toBeNull();
});
