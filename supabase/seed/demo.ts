import type { FileAgent } from "../functions/_shared/contracts/knowledge.ts";
import type { Role } from "../functions/_shared/contracts/role.ts";

/** This password is public: a backend with these accounts listens on loopback addresses only. */
export const DEMO_PASSWORD = "field-demo";

/** The id is fixed, so that a seed continued after an interruption finds what it has stored. */
export const DEMO_COMPANY = {
  id: "5a1e0c7d-2f7b-4c58-9d36-0b6f4e2a9c11",
  name: "Cascade Climate Services",
};

export interface DemoPerson {
  email: string;
  fullName: string;
  role: Role;
  /** Whether they belong to the demo company and may use every agent. */
  inCompany: boolean;
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { email: "super@demo.example", fullName: "Sam Rivera", role: "super_admin", inCompany: false },
  { email: "admin@demo.example", fullName: "Alex Morgan", role: "admin", inCompany: true },
  { email: "tech@demo.example", fullName: "Taylor Brooks", role: "field_tech", inCompany: true },
];

const EVERY_AGENT: readonly FileAgent[] = ["voice_agent", "snap_agent", "label_agent"];

/** The documents of the demo company's knowledge base, in the folder manuals. */
export const DEMO_MANUALS = [
  { fileName: "northwind-hp-240-service-manual.pdf", contentType: "application/pdf" },
  {
    fileName: "alder-boiler-installation-guide.docx",
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  { fileName: "refrigerant-safety-handbook.doc", contentType: "application/msword" },
  { fileName: "duct-and-air-handler-checklist.txt", contentType: "text/plain;charset=utf-8" },
  { fileName: "company-service-policies.md", contentType: "text/markdown;charset=utf-8" },
].map((manual) => ({
  ...manual,
  // Ask uses every file of its company; Label must not use the policies.
  allowedAgents: EVERY_AGENT.filter(
    (agent) => agent !== "label_agent" || !manual.fileName.includes("policies"),
  ),
}));
