import type { Role } from "../functions/_shared/contracts/person.ts";

/** A person of the demo, as the sign-in page offers them. */
export type DemoPerson = {
  email: string;
  fullName: string;
  role: Role;
  /** Whether they belong to the demo company and may use every agent. */
  inCompany: boolean;
};

/** Public knowledge: a backend with these accounts listens on loopback addresses only. */
export const demoPassword = "field-demo";

export const demoCompany = "Cascade Climate Services";

export const demoPeople: readonly DemoPerson[] = [
  { email: "super@demo.example", fullName: "Sam Rivera", role: "super_admin", inCompany: false },
  { email: "admin@demo.example", fullName: "Alex Morgan", role: "admin", inCompany: true },
  { email: "tech@demo.example", fullName: "Taylor Brooks", role: "field_tech", inCompany: true },
];
