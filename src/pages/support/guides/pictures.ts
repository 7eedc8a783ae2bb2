import type { GuidePicture } from "./guide.ts";
import answer from "./pictures/answer.webp";
import diagnosis from "./pictures/diagnosis.webp";
import files from "./pictures/files.webp";
import logs from "./pictures/logs.webp";
import people from "./pictures/people.webp";
import saved from "./pictures/saved.webp";
import signIn from "./pictures/sign-in.webp";
import transcription from "./pictures/transcription.webp";

const phone = (source: string, alt: string): GuidePicture => ({
  ...{ source, alt },
  ...{ width: 390, height: 600 },
});
const desktop = (source: string, alt: string): GuidePicture => ({
  ...{ source, alt },
  ...{ width: 960, height: 600 },
});

/** The pictures of the guides, by what they show. */
export const PICTURES = {
  signIn: phone(signIn, "The sign-in page with fields for email and password."),
  saved: phone(saved, "The Voice Agent says that a note is saved on this device."),
  transcription: phone(transcription, "A note’s full transcription on the Voice Agent page."),
  diagnosis: phone(diagnosis, "A photo of a unit and its AI analysis."),
  answer: phone(answer, "An answer of the Label Agent with the passages it rests on."),
  people: desktop(people, "The list of team members with the actions of each person."),
  logs: desktop(logs, "Detailed activity logs with their filters."),
  files: desktop(files, "The knowledge base: the upload form and the list of files."),
} as const;

/** The addresses of all pictures. */
export const PICTURE_SOURCES: readonly string[] = Object.values(PICTURES).map(
  ({ source }) => source,
);
