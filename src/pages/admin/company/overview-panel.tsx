import { permissions } from "@contracts/agent.ts";
import type { Person } from "@contracts/person.ts";
import type { DeviceQueue, PersonActivity } from "@contracts/person-activity.ts";
import { useMemo } from "react";
import { Link, useSearchParams } from "react-router-dom";
import shared from "#features/administration/administration.module.css";
import { AsOf } from "#features/administration/notices.tsx";
import { listTexts } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import { useMirroredList, useServerList } from "#features/lists/use-list.ts";
import { REVIEW_COUNTS } from "#mirror/person/lists/answers-to-review.ts";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { EARLY_ACCESS_REQUESTS } from "#mirror/person/lists/early-access-requests.ts";
import { lastUse, PERSON_ACTIVITY } from "#mirror/person/lists/person-activity.ts";
import { formatBriefMoment, formatDay } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import type { SortColumns } from "#ui/sort.ts";
import { personName } from "../users/people.ts";
import { usePeople } from "../users/use-people.ts";
import classes from "./overview.module.css";

const TEXTS = listTexts("No team members yet", "team members");
const DAY_MS = 24 * 60 * 60 * 1000;
const PEOPLE = "people-and-devices";

/** A person with what they last did. */
type ActivePerson = Person & Pick<PersonActivity, "last_active_at" | "queues">;

const ORDERS = {
  name: { title: "Name", value: personName },
  used: { title: "Last used", value: lastUse, largestFirst: true },
  waits: {
    title: "Waits longest",
    value: ({ queues: [first] }) => (first === undefined ? null : Date.parse(first.oldest)),
  },
} as const satisfies SortColumns<ActivePerson>;

/** What an administrator asks first about a company. Each figure leads to the list behind it. */
export function OverviewPanel({ companyId }: { companyId: string }) {
  const [parameters] = useSearchParams();
  const { people, state } = useActivePeople(companyId);
  const reviews = useServerList(REVIEW_COUNTS, null, companyId);
  const requests = useServerList(EARLY_ACCESS_REQUESTS, null);
  const company = useMirroredList(COMPANIES).rows?.find(({ id }) => id === companyId);
  const chosen = parameters.has("company") ? { company: companyId } : {};
  const to = (view: object) => `?${new URLSearchParams({ ...view, ...chosen })}`;
  const active = people?.filter(({ status }) => status === "active");
  const never = active?.filter((each) => lastUse(each) === null);
  const unsent = people?.filter(({ queues }) => queues.length > 0);
  const without = active?.filter(
    (each) => !Object.values(permissions((name) => each[name])).includes(true),
  );
  const asked = requests.rows?.filter(({ status }) => status === "new");
  const notFound = reviews.rows?.reduce((sum, each) => sum + each.found_nothing, 0);
  const ifKnown = (list: Pick<typeof reviews, "state">, count: number | undefined) =>
    list.state.phase === "known" ? count : undefined;
  const figures: [name: string, count: number | undefined, to: string][] = [
    ["Never used an agent", never?.length, to({ tab: "overview" })],
    ["Have work unsent for days", unsent?.length, to({ tab: "overview", sort: "waits" })],
    ["Have no agent but Ask", without?.length, to({ tab: "users" })],
    ["Found nothing in 12 weeks", ifKnown(reviews, notFound), to({ tab: "answers" })],
    ["Answers to look at", company?.waiting, to({ tab: "answers" })],
    [
      "New requests for early access",
      ifKnown(requests, asked?.length),
      "/contact-submissions?status=new",
    ],
  ];
  return (
    <section aria-labelledby="overview" className={shared.panel}>
      <h2 id="overview" className={shared.title}>
        Overview
      </h2>
      <AsOf refreshed={state.refreshed} />
      <ul className={classes.figures} aria-labelledby="overview">
        {figures.map(([name, count, address]) => (
          <li key={name}>
            <Link
              to={address}
              className={`${shared.card} ${classes.figure}`}
              onClick={() =>
                address.includes("tab=overview") && document.getElementById(PEOPLE)?.focus()
              }
            >
              <span>{name}</span> <strong>{count?.toLocaleString() ?? "–"}</strong>
            </Link>
          </li>
        ))}
      </ul>
      <h3 id={PEOPLE} tabIndex={-1} className={shared.title}>
        People and devices
      </h3>
      <p className={shared.about}>
        What waits on a device is shown once it has waited for a day, as far as the device told it.
      </p>
      <ServerRows
        rows={people}
        state={state}
        words={TEXTS}
        columns={ORDERS}
        usual="Never used first"
        label="People and devices"
        usualHeight={72}
        row={(person) => (
          <PersonLine person={person} to={to({ tab: "activity-logs", person: person.id })} />
        )}
      />
    </section>
  );
}

/** @param props.to the address of the person's activity */
function PersonLine({ person, to }: { person: ActivePerson; to: string }) {
  const name = personName(person);
  const used = lastUse(person);
  return (
    <article className={`${rows.row} ${classes.row}`}>
      <div className={shared.head} data-words>
        <h4 className={shared.name}>{name}</h4>
        {used === null ? (
          <p className={shared.facts}>Never used an agent</p>
        ) : (
          <Link
            to={to}
            className={`${shared.link} ${shared.facts}`}
            aria-label={`Activity of ${name}: Used ${formatDay(used)}`}
          >
            Used {formatDay(used)}
          </Link>
        )}
      </div>
      <p className={shared.facts}>
        {person.email}
        {person.status === "suspended" && " · Suspended"}
      </p>
      {person.queues.map((queue) => (
        <p key={queue.device} className={shared.waiting}>
          {describeQueue(queue)}
        </p>
      ))}
    </article>
  );
}

/** "3 items wait on Mobile 1a2b3c4d since 12 Nov 2026, as of 14:05" */
function describeQueue({ device, waiting, oldest, reported_at }: DeviceQueue): string {
  const items = waiting === 1 ? "1 item waits" : `${waiting.toLocaleString()} items wait`;
  const told = formatBriefMoment(Date.parse(reported_at), Date.now());
  return `${items} on ${device} since ${formatDay(Date.parse(oldest))}, as of ${told}`;
}

/** The people of a company who never used an agent, then the others, longest ago first. */
function useActivePeople(companyId: string) {
  const people = usePeople(companyId, null);
  const activity = useServerList(PERSON_ACTIVITY, null, companyId);
  const { state } = people.state.phase === "known" ? activity : people;
  const isKnown = state.phase === "known";
  const joined = useMemo(() => {
    if (!isKnown) return undefined;
    const byId = new Map(people.rows?.map((person) => [person.id, person]));
    return activity.rows?.flatMap(({ id, last_active_at, queues }): ActivePerson[] => {
      const person = byId.get(id);
      return person ? [{ ...person, last_active_at, queues: queues.filter(waitsForDays) }] : [];
    });
  }, [people.rows, activity.rows, isKnown]);
  return { people: joined, state };
}

/** Whether the oldest item had waited for a day when the device last told it. */
const waitsForDays = ({ oldest, reported_at }: DeviceQueue) =>
  Date.parse(reported_at) - Date.parse(oldest) >= DAY_MS;
