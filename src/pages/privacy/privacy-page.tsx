import { LegalDocument } from "#ui/legal-document.tsx";
import { PRIVACY } from "./privacy-sections.tsx";

/** What becomes of what people say, show and write here. */
export function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      intro="Field Agents is made to be used in other people’s homes and plant rooms. This page says, without small print, what it keeps, where, for how long, and who can see it."
      sections={PRIVACY}
    />
  );
}
