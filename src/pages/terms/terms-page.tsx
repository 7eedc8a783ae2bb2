import { LegalDocument } from "#ui/legal-document.tsx";
import { TERMS } from "./terms-sections.tsx";

/** The terms that people accept when they use the product. */
export function TermsPage() {
  return (
    <LegalDocument
      title="Terms of Service"
      updated="January 2025"
      intro="These terms apply to everybody who uses Field Agents: technicians, administrators and visitors. Please read them before you rely on the product in the field."
      sections={TERMS}
    />
  );
}
