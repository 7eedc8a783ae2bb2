import { LegalDocument } from "#ui/legal-document.tsx";
import { PRIVACY } from "./privacy-sections.tsx";

/** Describes how the product handles what people say, photograph and write. */
export function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      intro="Field Agents is made to be used in other people’s homes and plant rooms. This page says, without small print, what it keeps, where, for how long, and who can see it."
      sections={PRIVACY}
    />
  );
}
