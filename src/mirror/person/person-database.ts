import type { AccountChange } from "@contracts/account-reset.ts";
import type { ActivityLog, AgentLog } from "@contracts/agent-log.ts";
import type { AnswerFeedback, AnswerToReview, ReviewCount } from "@contracts/answer-review.ts";
import type { Company, CopyLayout } from "@contracts/company.ts";
import type { DetailedLog } from "@contracts/detailed-log.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { EntryChange } from "@contracts/entry-change.ts";
import type { GoldenQuestion } from "@contracts/golden-question.ts";
import type { Job, JobImportToken } from "@contracts/job.ts";
import type { KnowledgeChunk } from "@contracts/knowledge.ts";
import type { Person } from "@contracts/person.ts";
import type { PersonActivity } from "@contracts/person-activity.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import type { CorrectedNote, VocabularyTerm } from "@contracts/vocabulary.ts";
import type { Webhook, WebhookDelivery } from "@contracts/webhook.ts";
import type { EntityTable, Table } from "dexie";
import { GuardedDatabase } from "../guarded-database.ts";
import type { MirroredMessage } from "./conversation-rows.ts";
import type {
  Download,
  DownloadPart,
  MirroredKnowledgeFile,
  PassageIndex,
} from "./knowledge/knowledge-rows.ts";
import type { NewPromptDraft, PromptDraft, RequestDraft } from "./lists/draft-rows.ts";
import type { Mirrored, MirroredTable } from "./lists/mirrored-table.ts";
import type { StoredItem } from "./outbox/stored-item.ts";
import type {
  AudioKeeping,
  KeptAudio,
  Recording,
  RecordingChunk,
  SpeechDraft,
} from "./recordings/recording-rows.ts";

/** A mirrored row of `agent_logs`. */
export type MirroredAgentLog = Mirrored<AgentLog>;

/** The full reply of a note or a photo that arrived: its history row holds only the beginning. */
export interface Result {
  id: string;
  reply: unknown;
  receivedAt: number;
  /** The places of doubtful words that the person has looked at, and kept. */
  checked?: number[];
}

/** Texts of a note that a person began to correct and has not saved. */
export interface NoteEdit {
  /** The id of the note's entry. */
  id: string;
  transcription: string;
  summary: string;
}

/**
 * A photo in the form in which it is sent; kept after its arrival for the history. `capturedAt` is
 * epoch ms.
 */
export interface Photo {
  /** The id of the item it becomes. */
  id: string;
  /** A JPEG. */
  bytes: ArrayBuffer;
  width: number;
  height: number;
  capturedAt: number;
}

/** When a list was last replaced by the server's rows. */
export interface Scope {
  name: string;
  refreshedAt: number;
  /** When that answer was requested; missing for some lists. */
  askedAt?: number;
  /**
   * For logs of which only the newest are asked for: the last row up to which all of them are here;
   * null if all are. Missing in rows of earlier versions of the app.
   */
  reaches?: { created_at: string; id: string } | null;
}

/** A word of the documents that the administrator does not want to be proposed again. */
export interface DismissedTerm {
  company_id: string;
  term: string;
}

/** What this device last told the server of its queue, besides when (epoch ms). */
export interface QueueReport {
  /** Its name there. */
  device: string;
  waiting: number;
  /** When the oldest item was made (ISO 8601); null when none waited. */
  oldest: string | null;
  reportedAt: number;
}

/**
 * The drainer of the queue. Every write of a drainer checks that its fence is still the current
 * one.
 */
export interface Drainer {
  name: "drainer";
  fence: number;
  beatAt: number;
}

/**
 * One person's mirror: the server's data as of the last refresh, and the work that waits to be
 * sent. Each person has a database of their own, so that nobody reads or sends another person's
 * work.
 *
 * New versions only add. An upgrade never touches `outbox`, `recordings`, `recordingChunks` or
 * `photos`.
 */
export class PersonDatabase extends GuardedDatabase {
  readonly personId: string;
  readonly outbox!: Table<StoredItem, string>;
  readonly recordings!: EntityTable<Recording, "id">;
  readonly recordingChunks!: Table<RecordingChunk, [string, number]>;
  readonly agentLogs!: MirroredTable<AgentLog>;
  readonly results!: EntityTable<Result, "id">;
  readonly scopes!: EntityTable<Scope, "name">;
  readonly drainer!: EntityTable<Drainer, "name">;
  readonly photos!: EntityTable<Photo, "id">;
  readonly messages!: Table<MirroredMessage, string>;
  readonly companies!: MirroredTable<Company>;
  readonly knowledgeFiles!: Table<MirroredKnowledgeFile, string>;
  readonly passages!: Table<KnowledgeChunk, [string, number]>;
  readonly passageIndexes!: EntityTable<PassageIndex, "fileId">;
  readonly downloads!: EntityTable<Download, "fileId">;
  readonly downloadParts!: Table<DownloadPart, [string, number]>;
  readonly people!: MirroredTable<Person>;
  readonly promptSettings!: MirroredTable<PromptSetting>;
  /** Early-access requests. The name of the store is fixed, because devices already have it. */
  readonly submissions!: MirroredTable<EarlyAccessRequest>;
  readonly submissionDrafts!: EntityTable<RequestDraft, "id">;
  readonly promptDrafts!: Table<PromptDraft, [string, string]>;
  readonly newPromptDrafts!: EntityTable<NewPromptDraft, "company_id">;
  readonly activityLogs!: MirroredTable<ActivityLog>;
  readonly detailedLogs!: MirroredTable<DetailedLog>;
  readonly usageAnalytics!: MirroredTable<UsageAnalytics & { id: string }>;
  readonly keptAudio!: EntityTable<KeptAudio, "id">;
  readonly audioKeeping!: EntityTable<AudioKeeping, "name">;
  readonly speechDrafts!: EntityTable<SpeechDraft, "id">;
  readonly vocabularyTerms!: MirroredTable<VocabularyTerm>;
  readonly dismissedTerms!: Table<DismissedTerm, [string, string]>;
  readonly ratings!: Table<MirroredRating, string>;
  readonly answersToReview!: MirroredTable<AnswerToReview>;
  readonly reviewCounts!: MirroredTable<ReviewCount & { id: string }>;
  readonly goldenQuestions!: MirroredTable<GoldenQuestion>;
  readonly accountChanges!: MirroredTable<AccountChange>;
  readonly personActivity!: MirroredTable<PersonActivity>;
  readonly copyLayouts!: MirroredTable<CopyLayout>;
  readonly jobImportTokens!: MirroredTable<JobImportToken>;
  readonly webhooks!: MirroredTable<Webhook>;
  readonly webhookDeliveries!: MirroredTable<WebhookDelivery>;
  readonly jobs!: MirroredTable<Job>;
  readonly entryChanges!: MirroredTable<EntryChange>;
  readonly noteEdits!: EntityTable<NoteEdit, "id">;
  readonly correctedNotes!: MirroredTable<CorrectedNote>;
  /** At most one row. */
  readonly queueReports!: EntityTable<QueueReport, "device">;

  /** @param personId the signed-in person's user id */
  constructor(personId: string) {
    super(`field-agents-${personId}`, "takenOver");
    this.personId = personId;
    // The database is being deleted: without this, the next use would create it again.
    this.on("versionchange", ({ newVersion }) => {
      if (newVersion !== null) return true;
      this.close();
      return false;
    });
    this.version(1).stores({
      // `due` is null, and so not indexed, for items that may not be sent automatically. Waiting
      // items sort by time; new ones (due 0) sort small before large, then oldest first.
      outbox: "id, state, [lane+id], [due+size+id]",
      recordings: "id, state",
      recordingChunks: "[recordingId+seq]",
      agentLogs: "id, created_at, [agent_type+created_at]",
      results: "id, receivedAt",
      scopes: "name",
      drainer: "name",
    });
    this.version(2).stores({
      photos: "id, capturedAt",
      messages: "id, [agent+conversation+created_at]",
      companies: "id, name",
      knowledgeFiles: "id",
      passages: "[file_id+chunk_no]",
      passageIndexes: "fileId",
      downloads: "fileId, state",
      downloadParts: "[fileId+seq]",
    });
    this.version(3)
      .stores({
        people: "id, company_id",
        promptSettings: "id, company_id",
        submissions: "id, created_at",
        submissionDrafts: "id",
        activityLogs: "id, [company_id+created_at]",
        detailedLogs: "id, created_at",
        usageAnalytics: "id, usage_date",
      })
      // Rows now contain the time when they were mirrored; the next refresh loads them again.
      .upgrade((transaction) => transaction.table("companies").clear());
    this.version(4).stores({
      promptDrafts: "[company_id+prompt_key], company_id",
      newPromptDrafts: "company_id",
    });
    this.version(5).stores({
      keptAudio: "id, arrivedAt, packed, sentAgainAs",
      audioKeeping: "name",
    });
    // Only earlier versions of the app have rows in it; it is the store that all writes share.
    this.version(6).stores({ takenOver: "id, from" });
    this.version(7).stores({
      speechDrafts: "id",
      vocabularyTerms: "id, company_id",
      dismissedTerms: "[company_id+term], company_id",
    });
    this.version(8).stores({
      ratings: "id",
      answersToReview: "id, company_id",
      reviewCounts: "id, company_id",
      goldenQuestions: "id, company_id",
    });
    this.version(9).stores({ accountChanges: "id, person_id" });
    this.version(10).stores({ personActivity: "id, company_id", queueReports: "device" });
    this.version(11).stores({
      agentLogs: "id, created_at, [agent_type+created_at], job_id",
      copyLayouts: "id",
      jobImportTokens: "id, company_id",
      webhooks: "id, company_id",
      webhookDeliveries: "id, company_id",
      jobs: "id, company_id",
      entryChanges: "id, entry_id, job_id",
      noteEdits: "id",
      correctedNotes: "id, company_id",
    });
  }
}

/** The person's rating of an answer, as the server has it. The id is the answer's. */
type MirroredRating = Mirrored<AnswerFeedback & { id: string }>;
