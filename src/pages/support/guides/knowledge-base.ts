import { KNOWLEDGE_FILE_LIMIT_BYTES } from "@contracts/knowledge.ts";
import { sizeLimitWords } from "@contracts/size-limit.ts";
import { Database } from "lucide-react";
import type { Guide } from "./guide.ts";
import { PICTURES } from "./pictures.ts";

export const knowledgeBase: Guide = {
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
        `Choose PDF, DOC, DOCX, TXT or MD files of at most ${sizeLimitWords(KNOWLEDGE_FILE_LIMIT_BYTES)} each.`,
        "The text is read while it uploads. Once it is done, questions find it.",
      ],
      note: "A scanned page is a picture without text: the list names these pages, and questions do not find what is on them.",
      picture: PICTURES.files,
    },
    {
      title: "Replace a document by its newer version",
      steps: [
        "Choose Upload a new version on the row of the document.",
        "Your golden questions are asked with it first. If nothing gets worse, it takes the place of the earlier one by itself.",
        "Answers of earlier days still open the version that they cite.",
      ],
    },
    {
      title: "Learn from answers",
      steps: [
        "Under Admin, Company, Answers lists the questions that found nothing or were marked wrong, by week and by document.",
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
};
