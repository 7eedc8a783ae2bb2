import { Link } from "react-router-dom";
import { LegalDocument, type LegalSection } from "#ui/legal-document.tsx";

/** The sections of the privacy policy, in order. */
const PRIVACY: readonly LegalSection[] = [
  {
    id: "collected",
    title: "Information Collected",
    body: (
      <>
        <p>We collect what you give us, and what is needed to deliver it:</p>
        <ul>
          <li>
            <strong>Your account:</strong> name, email address, company, role, and which agents you
            may use.
          </li>
          <li>
            <strong>Your work:</strong> voice recordings, photos and questions, and the
            transcriptions, summaries, analyses and answers made from them.
          </li>
          <li>
            <strong>Your company’s documents:</strong> what administrators upload to the knowledge
            base.
          </li>
          <li>
            <strong>A record of each request:</strong> its time, your email address, kind of device,
            IP address, AI model, how long it took, how much text was processed, what went in and
            came out, and whether it worked.
          </li>
          <li>
            <strong>Early-access requests:</strong> company, name, email, phone, number of field
            techs and current CRM system.
          </li>
        </ul>
        <p>
          The microphone and the camera are used only while you record or take a picture, and only
          after you allowed it in your browser. We do not ask for your location.
        </p>
      </>
    ),
  },
  {
    id: "use",
    title: "Use of Information",
    body: (
      <>
        <p>We use it to</p>
        <ul>
          <li>sign you in and show you what is yours;</li>
          <li>transcribe, summarise, diagnose and answer, and keep your history;</li>
          <li>
            let your company’s administrators see how the agents are used, help their people and
            control cost;
          </li>
          <li>find faults, prevent misuse and keep to the limits of use;</li>
          <li>answer those who asked for early access.</li>
        </ul>
        <p>We do not sell it, and we do not use it for advertising.</p>
      </>
    ),
  },
  {
    id: "storage",
    title: "Storage and Security",
    body: (
      <>
        <p>
          What you record is first written to a database in the browser on your own device, one for
          each person who signs in there. It stays there at least until the server has confirmed
          that it arrived. Recordings on a shared device, waiting or sent, are never sent as, or
          shown to, somebody else who signs in.
        </p>
        <p>
          What was sent is kept in a central database in which every table checks, row by row, who
          is asking. Technicians see their own work. Administrators see that of their own company.
          Super administrators, who run the service, can see across companies. Data travels over an
          encrypted connection wherever the product is served over HTTPS.
        </p>
        <p>
          The database on the device is protected by the device itself. Use a screen lock, and sign
          out on devices that are not yours.
        </p>
      </>
    ),
  },
  {
    id: "third-parties",
    title: "AI and Third-Party Services",
    body: (
      <>
        <p>
          To be answered, your work has to be read. The server passes recordings to the AI provider
          that is configured for your deployment to be transcribed, the transcriptions to be
          summarised, photos to be analysed, and questions together with matching passages from your
          company’s documents to be answered. Your name and email address are not part of what is
          passed on, unless you say or write them yourself.
        </p>
        <p>
          That provider handles what it receives under its own terms. Your administrator can tell
          you which one it is. Where none is configured, nothing is passed on.
        </p>
        <p>
          The database and the sign-in may run on a hosting provider on our behalf. If you sign in
          with an external account, its provider learns that you did. The pages load no third-party
          analytics, advertising, fonts or trackers.
        </p>
      </>
    ),
  },
  {
    id: "retention",
    title: "Retention",
    body: (
      <>
        <ul>
          <li>
            <strong>On your device:</strong> a voice recording stays for 30 days after the server
            has confirmed it, for you to hear again; Settings can make that 0, 7 or 90 days, and
            delete what is kept. One in which no speech was recognised stays until you discard it. A
            copy of your history stays for use without a signal, until you clear the browser’s data
            for this site.
          </li>
          <li>
            <strong>On the server:</strong> voice recordings are passed on to be transcribed and not
            stored. Transcriptions, answers, request records and account details are kept while your
            company uses the product.
          </li>
          <li>
            <strong>Documents</strong> are kept until an administrator deletes them.
          </li>
          <li>
            <strong>Early-access requests</strong> are kept for as long as they are being followed
            up.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "rights",
    title: "Your Rights",
    body: (
      <>
        <p>
          Depending on where you live, you may ask to see the information held about you, to have it
          corrected, deleted or handed over, or object to how it is used. Early-access requests can
          be withdrawn at any time.
        </p>
        <p>
          If you use Field Agents at work, your company decides what becomes of your work: ask your
          administrator first, who can also close your account. You may complain to your
          data-protection authority as well.
        </p>
      </>
    ),
  },
  {
    id: "cookies",
    title: "Cookies",
    body: (
      <>
        <p>
          Field Agents sets no cookies. It uses the browser’s local storage instead: for your choice
          of theme and digital rain, for your session, so that you stay signed in, for the database
          described above, and for the app’s own files, so that it opens without a signal.
        </p>
        <p>
          None of it follows you to other sites. Clearing this site’s data in your browser removes
          all of it, <strong>including work that has not been sent yet</strong>.
        </p>
      </>
    ),
  },
  {
    id: "contact",
    title: "Contact",
    body: (
      <p>
        For questions about your privacy, or to use your rights, reach us through the{" "}
        <Link to="/support">Support</Link> page, or speak to your company’s administrator.
      </p>
    ),
  },
];

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
