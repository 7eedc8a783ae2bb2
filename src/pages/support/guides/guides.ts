import { KNOWLEDGE_FILE_LIMIT_BYTES } from "@contracts/knowledge.ts";
import { describeSizeLimit } from "@contracts/size-limit.ts";
import { BookOpen, Database, LayoutDashboard, type LucideIcon, Rocket } from "lucide-react";
import { type GuidePicture, PICTURES } from "./pictures.ts";

/** One of the guides of the support page: pages of the manual for one role. */
export interface Guide {
  /** In the address, as `/support?guide=…`. */
  id: string;
  icon: LucideIcon;
  title: string;
  /** One line in the list of guides. */
  summary: string;
  audience: string;
  sections: readonly {
    title: string;
    steps: readonly string[];
    note?: string;
    picture?: GuidePicture;
  }[];
}

/** The guides in the order of the support page. */
export const GUIDES: readonly Guide[] = [
  {
    id: "getting-started",
    icon: Rocket,
    title: "Getting Started Guide",
    summary: "Sign in, install the app, record your first note.",
    audience: "For technicians",
    sections: [
      {
        title: "Sign in",
        steps: [
          "Open Field Agents in your browser while you have a signal, and sign in.",
          "Enter the email and the password that your administrator gave you. A temporary password asks you to choose your own.",
          "You need a signal only for this first sign-in. After it, the app opens without one.",
        ],
        note: "If you forgot your password, tap “Forgot your password?” or ask your administrator, who can set a temporary one.",
        picture: PICTURES.signIn,
      },
      {
        title: "Install it on your phone",
        steps: [
          "On Android and on a computer, choose “Install app” in the browser’s menu.",
          "On an iPhone or iPad, open it in Safari, tap Share, then “Add to Home Screen”.",
          "Start it from its icon from now on.",
        ],
      },
      {
        title: "Record your first note",
        steps: [
          "Open Voice Agent and tap the large button. Allow the microphone when the browser asks.",
          "Say what you see. Every second is written to the device as you speak.",
          "Tap the button again to stop. Once the page says “Saved on this device”, the note is safe, also without a signal.",
          "The note is sent by itself when there is a signal. Its transcription is in History then.",
        ],
        picture: PICTURES.saved,
      },
      {
        title: "See what has arrived",
        steps: [
          "The status in the header says “Everything sent”, or how many items wait.",
          "Tap it to see each waiting item and why it waits.",
        ],
        note: "Do not clear the browser’s data while something waits: that deletes it.",
      },
    ],
  },
  {
    id: "agent-guides",
    icon: BookOpen,
    title: "Agent User Guides",
    summary: "Voice, Snap, Label and Ask, one by one.",
    audience: "For technicians",
    sections: [
      {
        title: "Voice Agent",
        steps: [
          "Tap the button and speak. Pause and resume as you like.",
          "Tap it again to stop. The full transcription follows, word for word, and a summary if it differs.",
          "Tap Copy to take the text to another system.",
        ],
        note: "If you go to another page while you record, the note is saved and sent. Undo turns it into an unfinished recording instead.",
        picture: PICTURES.transcription,
      },
      {
        title: "Snap Agent",
        steps: [
          "Tap Take Photo for the camera, or Upload for a picture that you have.",
          "Show the whole part, with its nameplate if you can. Then tap Analyze Image.",
          "Without a signal the photo is saved, and the analysis follows in History.",
        ],
        note: "An analysis is a colleague’s opinion. Check before you act.",
        picture: PICTURES.diagnosis,
      },
      {
        title: "Label Agent",
        steps: [
          "Ask about a product: an error code, a torque, a wiring, a safety rule. Type it or tap the microphone.",
          "The numbers in the answer open the passages of the manual that it rests on. Read them before you act.",
          "The best passages of the manuals on this device are there at once, also without a signal. The answer comes above them.",
          "“How do I reset it?” is about the unit of your question before: “About E-31 · HP-240” says so. Tap × beside it to ask without it.",
          "Say with a thumb whether the answer was right. Your administrator sees it.",
          "Where no document has the answer, tap Ask the office: the reply comes into the chat and into your history.",
        ],
        picture: PICTURES.answer,
      },
      {
        title: "Ask Agent",
        steps: [
          "Ask about company documents, statements of work and policies.",
          "Your earlier questions are there when you come back.",
        ],
      },
      {
        title: "Work on a job",
        steps: [
          "If your company keeps its jobs here, Voice, Snap, Label and Ask show “No job” or the job you work on. Tap it, and choose one of the last jobs, or search for a number, a customer, a site or a serial number.",
          "What you make from now on belongs to this job, also without a signal. It stays chosen for half a day, until you choose another one or “No job”.",
          "Choose a job while you record, and the recording belongs to it, too.",
          "In History each entry shows its job. Tap the job to see all you made for it, with its customer, site and equipment.",
          "Tap Job at an entry to put it into a job, to move it, or to take it out. Undo puts it back.",
        ],
        picture: PICTURES.jobs,
      },
      {
        title: "Correct a note",
        steps: [
          "Tap Edit at a note in History, or under its result on the Voice page. Change the transcription and the summary, then tap Save. This works without a signal too.",
          "“Check 3 words” goes through the words that were not heard clearly: hear each again, keep it, choose a term of your company, or type another.",
          "The recording stays as it is. “Earlier versions” has every text that the note had, and “Use this one” puts one back.",
          "When the summary was made before you changed the transcription, the note says so. Tap Edit, then “Make a new summary”, while you have a signal.",
        ],
        note: "A text that you have not saved stays on this device, and the header counts it.",
        picture: PICTURES.correction,
      },
      {
        title: "History",
        steps: [
          "Find every note, photo and question of yours by agent, by its words, or by a day: “tuesday pump”, “last week”, “12 Nov”.",
          "The search on Home finds words in your history and in the manuals on this device.",
          "Listen to what you recorded, also faster, or from where you drag the bar to.",
          "Copy, share, or save an entry as PDF. All of this works without a signal too.",
        ],
      },
    ],
  },
  {
    id: "admin-dashboard",
    icon: LayoutDashboard,
    title: "Admin Dashboard Tutorial",
    summary: "People, agent access, activity and logs.",
    audience: "For administrators",
    sections: [
      {
        title: "Add people and give them agents",
        steps: [
          "Open Admin, then Users, and choose Add User.",
          "Enter the name, the email and a first password, and tick the agents that the person may use; Label is under More access.",
          "Import CSV adds many people at once, after it has shown what happens with each row and which agents each person gets. For people without agents in the file, you choose once.",
          "Edit Agent Access changes the agents later. The change arrives on the person’s device by itself.",
          "Select several people to edit their access together.",
        ],
        note: "Label and Ask also need a company, because they answer from its documents.",
        picture: PICTURES.people,
      },
      {
        title: "Help somebody who cannot sign in",
        steps: [
          "Find the person in Users and choose Reset Password or Second Factor.",
          "Set a temporary password: it is shown once, lasts 24 hours, and the person must choose an own one with it.",
          "If a phone with the second factor was lost, remove the second factor there.",
        ],
      },
      {
        title: "Suspend or delete",
        steps: [
          "Suspend shuts a person out at once and can be taken back.",
          "Delete cannot be taken back. What the person’s device has not sent yet stays on that device.",
        ],
      },
      {
        title: "See what was asked and answered",
        steps: [
          "Under Company, Overview shows who never used an agent, on whose devices work waits for days, what was not found, and what waits for you.",
          "Activity Logs show the questions and answers of your company.",
          "Detailed Logs add status, time, model and tokens of each call.",
          "Filter both by agent, person, days and text. “Load more” brings older entries.",
          "Open an entry to see which passages an answer rests on.",
          "Export CSV saves what the filters leave.",
        ],
        picture: PICTURES.logs,
      },
      {
        title: "Keep jobs",
        steps: [
          "Under Company, Jobs lists what the notes, photos and questions of your people belong to. Every device has the open ones.",
          "Add job takes a number, and if you like a title, a customer, a site and the equipment there.",
          "Import CSV shows what will be added, changed or left out before anything is sent. Download Template shows the columns.",
          "Close a job when it is done: its entries stay with it. Delete removes the job, and its entries stay without one.",
          "Your own system can send jobs: under Integrations, make a token and follow the example there. The token is shown once and opens nothing else.",
        ],
        picture: PICTURES.officeJobs,
      },
      {
        title: "Send entries to your system",
        steps: [
          "Under Company, Integrations, Copy for CRM is the text that technicians copy with one tap: choose its parts and their order.",
          "Add a webhook with the https address of your system. Copy the secret, which is shown once: your system checks with it that a message is from here.",
          "Tick what the webhook is told of. Pause keeps what arrives meanwhile and sends it when you continue.",
          "Deliveries show what was sent and what was answered. What is not taken is sent again for three days, and then shown as failed.",
          "Send again repeats a delivery, for example once your system works again.",
        ],
        picture: PICTURES.integrations,
      },
    ],
  },
  {
    id: "knowledge-base",
    icon: Database,
    title: "Knowledge Base Management",
    summary: "Upload manuals and say which agents may read them.",
    audience: "For administrators",
    sections: [
      {
        title: "Upload a document",
        steps: [
          "Open Admin, then Knowledge Base. Tick the agents that may read the document.",
          `Choose Upload files, or drop files anywhere on the page: PDF, DOC, DOCX, TXT or MD of at most ${describeSizeLimit(KNOWLEDGE_FILE_LIMIT_BYTES)} each.`,
          "The text is read while it uploads. Once it is done, questions find it.",
        ],
        note: "A scanned page is a picture without text: the list names these pages, and questions do not find what is on them.",
        picture: PICTURES.files,
      },
      {
        title: "Replace a document by its newer version",
        steps: [
          "Choose Upload a new version at the document.",
          "Your golden questions are asked with it first. If nothing gets worse, it takes the place of the earlier one by itself.",
          "A file with another model in its title, or with little text in common, asks you first.",
          "Answers of earlier days still open the version that they cite. Restore, in the list of versions, has one of them answer again.",
        ],
      },
      {
        title: "Learn from answers",
        steps: [
          "Under Admin, Company, Answers lists the questions that found nothing, were marked wrong or were sent to the office, by week and by document.",
          "Assign a question to an administrator, reply to the person who asked, or mark it as done.",
          "Add a question to the golden questions with what its answer must be. They are asked before a prompt is saved or a document is deleted.",
        ],
      },
      {
        title: "Teach the words of your trade",
        steps: [
          "Under Admin, Company, Vocabulary holds model numbers, parts, people and places, typed, taken from your documents, or as CSV.",
          "Speech is corrected by it. Technicians see what was replaced and can put it back.",
        ],
      },
    ],
  },
];
