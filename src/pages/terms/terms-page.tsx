import { Link } from "react-router-dom";
import { LegalDocument, type LegalSection } from "#ui/legal-document.tsx";

/** The sections of the terms, in order. */
const TERMS: readonly LegalSection[] = [
  {
    id: "acceptance",
    title: "Acceptance of Terms",
    body: (
      <>
        <p>
          By opening or using Field Agents you accept these terms. If you use it for a company, you
          also accept them on its behalf and confirm that you may do so. If you do not accept them,
          do not use the product.
        </p>
        <p>
          Your company may have signed a separate agreement with us. Where that agreement and these
          terms differ, the agreement comes first.
        </p>
      </>
    ),
  },
  {
    id: "use-license",
    title: "Use License",
    body: (
      <>
        <p>
          While your account is active we give you a limited, non-exclusive, non-transferable and
          revocable license to use Field Agents for your company’s field-service work, on any device
          that you are allowed to use for it. What you record, photograph, write and upload stays
          yours or your company’s.
        </p>
        <p>You agree not to</p>
        <ul>
          <li>share your account, or use somebody else’s;</li>
          <li>copy, resell or rent out the product, or take it apart to rebuild it;</li>
          <li>get around access rules, usage limits or the separation between companies;</li>
          <li>upload anything unlawful, harmful, or that you have no right to share;</li>
          <li>record or photograph people who have not agreed, where the law asks for it.</li>
        </ul>
        <p>
          An administrator can suspend or delete an account and decides which agents it may use. A
          suspended account cannot sign in or reach any data.
        </p>
      </>
    ),
  },
  {
    id: "ai-usage",
    title: "Patent-Pending Technology and AI Usage Responsibilities",
    body: (
      <>
        <p>
          Field Agents contains patent-pending technology. Using it gives you no right to that
          technology, to its patents or applications, or to our name and marks, beyond the license
          above.
        </p>
        <p>
          Transcriptions, summaries, diagnoses and answers are made by artificial intelligence. They
          can be incomplete or wrong, also when they sound certain. You agree that you will
        </p>
        <ul>
          <li>
            check every result with your own training before you act on it, and read a transcription
            before you put it in a customer’s record;
          </li>
          <li>
            put the manufacturer’s instructions, safety rules, codes of practice and the law above
            anything an agent says;
          </li>
          <li>
            never take an agent’s answer as proof that equipment is isolated, discharged, gas-tight
            or safe to touch;
          </li>
          <li>not use it in an emergency. Call your local emergency number instead.</li>
        </ul>
        <p>The decision on site is always made by a qualified person, never by an agent.</p>
      </>
    ),
  },
  {
    id: "data",
    title: "Data and Privacy",
    body: (
      <>
        <p>
          Our <Link to="/privacy">Privacy Policy</Link> says what is collected, where it is kept and
          who can see it. In short: your work is kept on your device until it has been sent, your
          company’s administrators can see what you send, and it is passed to an AI provider to be
          answered.
        </p>
        <p>
          What has not been sent exists on your device alone. Clearing the browser’s data, removing
          the app or losing the device before it was sent can lose it, and we cannot bring it back.
        </p>
      </>
    ),
  },
  {
    id: "liability",
    title: "Limitation of Liability",
    body: (
      <>
        <p>
          Field Agents is provided as it is and as available. We work to keep it correct and
          reachable, but do not promise that it is free of errors or interruptions, or that any
          result of an agent is accurate or fit for a particular purpose.
        </p>
        <p>
          As far as the law allows, we are not liable for indirect or consequential loss, lost
          profit, lost data, or for damage that follows from acting on an agent’s result without
          checking it. Nothing here limits liability that cannot be limited by law, such as for
          injury or death caused by negligence, or for fraud.
        </p>
      </>
    ),
  },
  {
    id: "modifications",
    title: "Modifications",
    body: (
      <>
        <p>
          The product changes as it grows, and these terms may change with it. The date at the top
          says when they last did. If a change reduces your rights in a way that matters, we say so
          in the product before it takes effect.
        </p>
        <p>
          Using Field Agents after a change means that you accept it. If you do not, stop using it
          and ask your administrator to close your account.
        </p>
      </>
    ),
  },
  {
    id: "contact",
    title: "Contact",
    body: (
      <p>
        Questions about these terms? Reach us through the <Link to="/support">Support</Link> page.
        Questions about your account, or about what you may use, are answered fastest by your
        company’s administrator.
      </p>
    ),
  },
];

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
