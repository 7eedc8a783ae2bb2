import type { ActivityLog, AgentLog } from "@contracts/agent-log.ts";
import type { Company } from "@contracts/company.ts";
import type { DetailedLog } from "@contracts/detailed-log.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { KnowledgeChunk, KnowledgeFile } from "@contracts/knowledge.ts";
import type { Person } from "@contracts/person.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { ConversationMessage, QuestionAgent } from "@contracts/question.ts";
import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import type { EntityTable, Table } from "dexie";
import { GuardedDatabase } from "../guarded-database.ts";
import type { Mirrored, MirroredTable } from "./lists/mirrored-table.ts";
import type { StoredItem } from "./outbox/stored-item.ts";

/** Which conversation a question belongs to. */
export interface ConversationPlace {
  agent: QuestionAgent;
  conversation: string;
}

/** A recording from the first tap to its arrival on the server. Times are epoch ms. */
export interface Recording {
  /** The id of the item it becomes. */
  id: string;
  mimeType: string;
  startedAt: number;
  /** Length captured so far, pauses left out. */
  durationMs: number;
  /** Bytes captured so far. */
  size: number;
  /** `recording` until sealed; one found in this state with nobody recording is unfinished. */
  state: "recording" | "sealed";
  /** The conversation that a spoken question belongs to; a voice note has none. */
  question?: ConversationPlace;
}

/** Chunks are ArrayBuffers: Safari has lost Blobs kept in IndexedDB. */
export interface RecordingChunk {
  recordingId: string;
  seq: number;
  bytes: ArrayBuffer;
}

/**
 * The sound of an item that arrived, kept to be heard again. Its chunks stay where they were recorded,
 * under the same id. Times are epoch ms.
 */
export interface KeptAudio {
  /** That of the item, and of its row in the history. */
  id: string;
  mimeType: string;
  durationMs: number;
  /** Bytes; 0 once it was sent again. */
  size: number;
  capturedAt: number;
  /** By the server's clock or the device's, whichever is later. */
  arrivedAt: number;
  /** No speech was recognised: nowhere else is what was said, and only its person deletes it. */
  empty: boolean;
  /** 1: its chunks are one, or need not be. A number, because IndexedDB has no index of booleans. */
  packed: 0 | 1;
  /** The item as which it was sent again, and which has the chunks since; null while it was not. */
  sentAgainAs: string | null;
}

/** How long the sound of what arrived is kept, as its person wants it on this device. */
export interface AudioKeeping {
  name: "audio";
  days: number;
  /** When it was last looked what is too old (epoch ms); null: never. */
  lookedAt: number | null;
}

/** A mirrored row of `agent_logs`. */
export type MirroredAgentLog = Mirrored<AgentLog>;

/** The full reply of an item that arrived, for the page that waits for it. */
export interface Result {
  id: string;
  reply: unknown;
  receivedAt: number;
}

/** A photo as it is sent, kept after its arrival for the history. `capturedAt` is epoch ms. */
export interface Photo {
  /** The id of the item it becomes. */
  id: string;
  /** A JPEG. */
  bytes: ArrayBuffer;
  width: number;
  height: number;
  capturedAt: number;
}

/** A message of a conversation with Label or Ask that the server has. */
export type MirroredMessage = Mirrored<ConversationMessage & ConversationPlace>;

/**
 * A file of the knowledge base; `passagesOf` is the `indexed_at` of those of its passages that are
 * on this device, null when none are.
 */
export type MirroredKnowledgeFile = Mirrored<KnowledgeFile & { passagesOf: string | null }>;

/**
 * The words of a file's passages for searching on the device: for each term, the passages it stands
 * in and how often. Terms are sorted; `ends[i]` is where the postings of `terms[i]` end.
 */
export interface PassageIndex {
  fileId: string;
  /** The `indexed_at` of the file that it was made from. */
  indexedAt: string;
  terms: string[];
  ends: Uint32Array;
  /** Posting: number of the passage in this file. */
  chunks: Uint16Array;
  /** Posting: occurrences of the term in that passage, at most 255. */
  counts: Uint8Array;
  /** Terms in each passage. */
  lengths: Uint16Array;
}

/** A file of the knowledge base on its way to this device, or on it. */
export interface Download {
  fileId: string;
  /** `whole` once it is in the cache that the service worker answers from. */
  state: "wanted" | "whole";
  receivedBytes: number;
  sizeBytes: number;
  /** Why the server does not hand it out; null while it does. */
  refusal: string | null;
}

/** A piece of a download that is not whole yet. */
export interface DownloadPart {
  fileId: string;
  seq: number;
  bytes: ArrayBuffer;
}

/** What somebody writes about a request for early access and has not saved yet. */
export interface RequestDraft {
  /** The id of the request. */
  id: string;
  /** Null: as the server has it. */
  notes: string | null;
  /** What the server had when the notes were begun: anything else came from somebody else. */
  notesBefore: string | null;
  status: EarlyAccessRequest["status"] | null;
}

/** A prompt's text as somebody edits it and has not saved it yet. */
export interface PromptDraft {
  company_id: string;
  prompt_key: string;
  text: string;
  /** The company's own text when this was begun, null for none: anything else came from somebody else. */
  before: string | null;
}

/** A prompt that somebody is about to add to a company. */
export interface NewPromptDraft {
  company_id: string;
  prompt_key: string;
  prompt_value: string;
  description: string;
}

/** How fresh a list is: when it was last replaced by what the server had. */
export interface Scope {
  name: string;
  refreshedAt: number;
  /** When that answer was asked for; not noted of every list. */
  askedAt?: number;
}

/** Something moved here from the database of an earlier account, noted with its copy. */
export interface TakenOver {
  id: string;
  /** The earlier account's. */
  from: string;
}

/** Who drains the queue. Every write of a drainer checks that the fence is still its own. */
export interface Drainer {
  name: "drainer";
  fence: number;
  beatAt: number;
}

/**
 * One person's mirror: what the server had when last asked, and what waits to be sent. One database
 * a person, so that nobody ever reads or sends somebody else's work.
 *
 * Versions only add. An upgrade never touches `outbox`, `recordings`, `recordingChunks` or `photos`.
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
  readonly messages!: MirroredTable<ConversationMessage & ConversationPlace>;
  readonly companies!: MirroredTable<Company>;
  readonly knowledgeFiles!: MirroredTable<KnowledgeFile & { passagesOf: string | null }>;
  readonly passages!: Table<KnowledgeChunk, [string, number]>;
  readonly passageIndexes!: EntityTable<PassageIndex, "fileId">;
  readonly downloads!: EntityTable<Download, "fileId">;
  readonly downloadParts!: Table<DownloadPart, [string, number]>;
  readonly people!: MirroredTable<Person>;
  readonly promptSettings!: MirroredTable<PromptSetting>;
  /** Early-access requests. Devices have the store by this name. */
  readonly submissions!: MirroredTable<EarlyAccessRequest>;
  readonly submissionDrafts!: EntityTable<RequestDraft, "id">;
  readonly promptDrafts!: Table<PromptDraft, [string, string]>;
  readonly newPromptDrafts!: EntityTable<NewPromptDraft, "company_id">;
  readonly activityLogs!: MirroredTable<ActivityLog>;
  readonly detailedLogs!: MirroredTable<DetailedLog>;
  readonly usageAnalytics!: MirroredTable<UsageAnalytics & { id: string }>;
  readonly keptAudio!: EntityTable<KeptAudio, "id">;
  readonly audioKeeping!: EntityTable<AudioKeeping, "name">;
  readonly takenOver!: EntityTable<TakenOver, "id">;

  /** @param personId the signed-in person's user id */
  constructor(personId: string) {
    // Strict: a power cut after "Saved on this device" must not take the note along.
    super(`field-agents-${personId}`, { chromeTransactionDurability: "strict" });
    this.personId = personId;
    // It is being deleted: without this, the next use would make it again.
    this.on("versionchange", ({ newVersion }) => {
      if (newVersion !== null) return true;
      this.close();
      return false;
    });
    this.version(1).stores({
      // `due` is null, and so not indexed, for what may not be sent by itself. Waiting items sort
      // by time, fresh ones (due 0) small before large, then oldest first.
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
      // Its rows say now when they were mirrored; the next refresh brings them.
      .upgrade((transaction) => transaction.table("companies").clear());
    this.version(4).stores({
      promptDrafts: "[company_id+prompt_key], company_id",
      newPromptDrafts: "company_id",
    });
    this.version(5).stores({
      keptAudio: "id, arrivedAt, packed, sentAgainAs",
      audioKeeping: "name",
    });
    this.version(6).stores({ takenOver: "id, from" });
  }
}
