import type { AccountChange } from "@contracts/account-reset.ts";
import { AGENTS } from "@contracts/agent.ts";
import { personName } from "./person-name.ts";
import { RESET_TEXTS } from "./reset-texts.ts";
import { ROLE_NAMES } from "./role-names.ts";

const RESULT_NAMES: Readonly<Record<AccountChange["result"], string>> = {
  begun: ": result unknown",
  done: "",
  failed: ": failed",
};

/**
 * A line of the log without its time.
 * @param among lines of whom it stands: resets name the person only among those of others
 */
export function describeChange(
  change: AccountChange,
  among: "of the person" | "of anybody",
): string {
  const { action, result } = change;
  const isReset = action in RESET_TEXTS;
  const who = change.actor_email ?? (isReset ? "somebody without an address" : "the operator");
  // A creation that failed has a text of its own.
  const end = action === "creation" ? "" : RESULT_NAMES[result];
  const whom = isReset && among === "of anybody" ? ` for ${nameIn(change)}` : "";
  return `${describeAction(change)}${whom}${end}, by ${who}`;
}

function describeAction(change: AccountChange): string {
  const { action, from_value: from, to_value: to } = change;
  const name = nameIn(change);
  switch (action) {
    case "temporary_password":
    case "recovery_link":
    case "remove_factors":
      return RESET_TEXTS[action].logged;
    case "role":
      return `Role of ${name}: ${shownValue(ROLE_NAMES, from)} to ${shownValue(ROLE_NAMES, to)}`;
    case "status":
      return `Status of ${name}: ${shownValue(STATUS_NAMES, from)} to ${shownValue(STATUS_NAMES, to)}`;
    case "access":
      return `Agent access of ${name}: ${formatAgents(from)} to ${formatAgents(to)}`;
    case "company":
      if (to !== null) return `${name} joined ${to}`;
      return `${name} left ${from ?? "a company that was deleted"}`;
    case "creation":
      return change.result === "failed"
        ? `${name} not added to ${from ?? "a company"}, because the address is in use`
        : `${name} added as ${shownValue(ROLE_NAMES, to)}`;
    case "deletion":
      return `${name} deleted`;
  }
}

const STATUS_NAMES = { active: "Active", suspended: "Suspended" };

/** The word of a value; the value itself where a later version of the server has more of them. */
function shownValue(words: Readonly<Record<string, string>>, value: string | null): string {
  return words[value ?? ""] ?? value ?? "none";
}

function formatAgents(agents: string | null): string {
  const names = Object.fromEntries(Object.entries(AGENTS).map(([id, { name }]) => [id, name]));
  const listed = (agents ?? "").split(",").filter((agent) => agent !== "");
  return listed.map((agent) => shownValue(names, agent)).join(", ") || "none";
}

function nameIn({ person_name: full_name, person_email: email }: AccountChange): string {
  return full_name === null && email !== null ? email : personName({ full_name });
}
