import answer from "./pictures/answer.webp";
import correction from "./pictures/correction.webp";
import diagnosis from "./pictures/diagnosis.webp";
import files from "./pictures/files.webp";
import integrations from "./pictures/integrations.webp";
import jobs from "./pictures/jobs.webp";
import logs from "./pictures/logs.webp";
import officeJobs from "./pictures/office-jobs.webp";
import people from "./pictures/people.webp";
import saved from "./pictures/saved.webp";
import signIn from "./pictures/sign-in.webp";
import transcription from "./pictures/transcription.webp";

/** A picture of the app, as it is when the demo company uses it. */
export interface GuidePicture {
  /** The address of the image file. */
  source: string;
  /** In pixels; the place is reserved before the file has loaded. */
  width: number;
  height: number;
  /** A description for people who do not see the picture. */
  alt: string;
}

const phone = (source: string, alt: string) => ({ source, alt, width: 390, height: 600 });
const desktop = (source: string, alt: string) => ({ source, alt, width: 960, height: 600 });

/** The pictures of the guides, by what they show. */
export const PICTURES = {
  signIn: phone(signIn, "The sign-in page with fields for email and password."),
  saved: phone(saved, "The Voice Agent says that a note is saved on this device."),
  transcription: phone(transcription, "A note’s full transcription on the Voice Agent page."),
  diagnosis: phone(diagnosis, "A photo of a unit and its AI analysis."),
  answer: phone(answer, "An answer of the Label Agent with the passages it rests on."),
  jobs: phone(jobs, "The open jobs to choose from, with a search over them."),
  correction: phone(correction, "A doubtful word of a note, with the terms that may replace it."),
  officeJobs: desktop(
    officeJobs,
    "The jobs of a company, with the search and the actions of each.",
  ),
  integrations: desktop(integrations, "A webhook, what it is told of, and what was sent to it."),
  people: desktop(people, "The list of team members with the actions of each person."),
  logs: desktop(logs, "Detailed activity logs with their filters."),
  files: desktop(files, "The knowledge base: the upload form and the list of files."),
} as const;

/**
 * Loads the pictures of the guides that this device does not have yet, one after the other. The
 * service worker keeps them, so that the guides are whole without a network too.
 */
export async function keepGuidePictures(signal: AbortSignal): Promise<void> {
  for (const { source } of Object.values(PICTURES)) {
    if (await caches.match(source)) continue;
    await fetch(source, { signal });
  }
}
