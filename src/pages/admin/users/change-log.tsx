import type { AccountChange } from "@contracts/account-reset.ts";
import { AGENTS } from "@contracts/agent.ts";
import { useMemo } from "react";
import {
  ListPlaceholder,
  type ListTexts,
  RefreshNotice,
} from "#features/lists/list-placeholder.tsx";
import { useList } from "#features/lists/use-list.ts";
import {
  accountChangesScope,
  type ChangesFilter,
  readAccountChanges,
} from "#mirror/person/lists/account-changes.ts";
import { pullAccountChanges } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { formatMoment } from "#ui/format.ts";
import classes from "./change-log.module.css";
import { personName, ROLE_NAMES } from "./people.ts";
import { RESET_TEXTS } from "./reset-texts.ts";

const TEXTS: ListTexts = {
  empty: "Nothing yet.",
  loading: "Loading what was done so far...",
  failed: "What was done so far could not be loaded.",
  absent: "What was done so far is shown when you are back online.",
};

/**
 * The changes by administrators of a person's account, or of those of a company's people, as the
 * server has stored them.
 * @param props.of must be the same object between renders
 */
export function ChangeLog({ of }: { of: ChangesFilter }) {
  const { rows: changes = [], state } = useList(
    accountChangesScope(of),
    (db) => readAccountChanges(db, of),
    [of],
  );
  useRefresh(useMemo(() => pullAccountChanges(of), [of]));
  return (
    <section className={classes.log} aria-labelledby="change-log">
      <h3 id="change-log" className={classes.logTitle}>
        Done so far
      </h3>
      <RefreshNotice state={state} />
      {changes.length > 0 ? (
        <ul className={classes.entries}>
          {changes.map((change) => (
            <li key={change.id} className={classes.entry}>
              {describeChange(change, "personId" in of ? "of the person" : "of anybody")}{" "}
              <span className={classes.time}>{formatMoment(Date.parse(change.created_at))}</span>
            </li>
          ))}
        </ul>
      ) : (
        <ListPlaceholder state={state} words={TEXTS} rowHeight={44} rows={1} compact />
      )}
    </section>
  );
}

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
const AGENT_NAMES = Object.fromEntries(Object.entries(AGENTS).map(([id, { name }]) => [id, name]));

/** The word of a value; the value itself where a later version of the server has more of them. */
function shownValue(words: Readonly<Record<string, string>>, value: string | null): string {
  return words[value ?? ""] ?? value ?? "none";
}

function formatAgents(agents: string | null): string {
  const listed = (agents ?? "").split(",").filter((agent) => agent !== "");
  return listed.map((agent) => shownValue(AGENT_NAMES, agent)).join(", ") || "none";
}

function nameIn({ person_name: full_name, person_email: email }: AccountChange): string {
  return full_name === null && email !== null ? email : personName({ full_name });
}
