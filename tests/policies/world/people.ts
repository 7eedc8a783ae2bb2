export interface Person {
  company: "north" | "south" | null;
  /** Null: without a role row, which means a field technician. */
  role: "field_tech" | "admin" | "super_admin" | null;
  suspended?: true;
  usesLabelAgent?: true;
}

/** Everybody who sends statements: each has a session from before any suspension. */
const actors = {
  technician: { company: "north", role: "field_tech", usesLabelAgent: true },
  roleless: { company: "north", role: null },
  admin: { company: "north", role: "admin" },
  superAdmin: { company: "north", role: "super_admin" },
  suspendedTechnician: {
    company: "north",
    role: "field_tech",
    suspended: true,
    usesLabelAgent: true,
  },
  suspendedAdmin: { company: "north", role: "admin", suspended: true },
  suspendedSuperAdmin: { company: "north", role: "super_admin", suspended: true },
  otherAdmin: { company: "south", role: "admin" },
  otherTechnician: { company: "south", role: "field_tech", usesLabelAgent: true },
  companylessTechnician: { company: null, role: "field_tech", usesLabelAgent: true },
  companylessAdmin: { company: null, role: "admin" },
} as const satisfies Record<string, Person>;

/** The people whose rows the actors try to read and change. */
const bystanders = {
  northColleague: { company: "north", role: "field_tech" },
  northChief: { company: "north", role: "super_admin" },
  southColleague: { company: "south", role: "field_tech" },
  southChief: { company: "south", role: "super_admin" },
  stray: { company: null, role: "field_tech" },
} as const satisfies Record<string, Person>;

export type ActorName = keyof typeof actors;
export type PersonName = ActorName | keyof typeof bystanders;

export const people: Record<PersonName, Person> = { ...actors, ...bystanders };
export const actorNames = Object.keys(actors) as ActorName[];
export const personNames = Object.keys(people) as PersonName[];

/** The headings of the expectations that stand for several people; a stray has no company. */
export const groups: Record<string, readonly ActorName[]> = {
  technician: ["technician", "otherTechnician"],
  admin: ["admin", "otherAdmin"],
  suspended: ["suspendedTechnician", "suspendedAdmin", "suspendedSuperAdmin"],
  stray: ["companylessTechnician", "companylessAdmin"],
  strayTech: ["companylessTechnician"],
  strayAdmin: ["companylessAdmin"],
};

/** Whether that person administers the data of that company. */
export function administers(caller: ActorName | "anon", company: "north" | "south"): boolean {
  if (caller === "anon") return false;
  const person = people[caller];
  if (person.suspended) return false;
  return person.role === "super_admin" || (person.role === "admin" && person.company === company);
}

/** Whether that person may read that company's manuals as their technicians do. */
function usesLabel(caller: ActorName | "anon", company: "north" | "south"): boolean {
  if (caller === "anon") return false;
  const person: Person = people[caller];
  return !person.suspended && person.company === company && person.usesLabelAgent === true;
}

/** Whether that person may read the manuals of that company that are open to Label. */
export function readsManuals(caller: ActorName | "anon", company: "north" | "south"): boolean {
  return administers(caller, company) || usesLabel(caller, company);
}

/** The standing of a row: its relation to an actor. */
export type Target = "own" | "company" | "super" | "elsewhere" | "nowhere";

/** The standing of a person's rows for the actor. */
export function status(actor: PersonName, owner: PersonName): Target {
  if (owner === actor) return "own";
  const { company, role } = people[owner];
  if (company === null) return "nowhere";
  if (company !== people[actor].company) return "elsewhere";
  return role === "super_admin" ? "super" : "company";
}

const NEAR_NORTH = { company: "northColleague", super: "northChief" } as const;
const NEAR_SOUTH = { company: "southColleague", super: "southChief" } as const;

/** One person of every standing, on whose rows an actor's statements are tried. */
export function targetsOf(actor: PersonName | "anon"): Partial<Record<Target, PersonName>> {
  const own: Partial<Record<Target, PersonName>> = actor === "anon" ? {} : { own: actor };
  switch (actor === "anon" ? null : people[actor].company) {
    case "north":
      return { ...own, ...NEAR_NORTH, elsewhere: "southColleague", nowhere: "stray" };
    case "south":
      return { ...own, ...NEAR_SOUTH, elsewhere: "northColleague", nowhere: "stray" };
    case null:
      return { ...own, elsewhere: "northColleague", nowhere: "stray" };
  }
}
