import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rainPalette } from "../src/app/digital-rain/rain-palette.ts";
import { activityCsv, activityFileName } from "../src/pages/admin/activity-logs/activity-csv.ts";
import { LOG_COLUMNS, logFileName } from "../src/pages/detailed-logs/activity/log-columns.ts";
import { rgb } from "./support/contrast.ts";
import { type InProcessBackend, startInProcessBackend } from "./support/in-process-backend.ts";

const CONTRACTS = "supabase/functions/_shared/contracts";

/**
 * The literal texts and the limits of the specification, by the file or folder in whose code they
 * stand.
 */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "src/app/routes.tsx": [
    ...['"/"', '"/auth"', '"/early-access"', '"/dashboard"', '"/admin"'],
    ...["agentPage(agent)", '"/history"', '"/detailed-logs"'],
    ...['"/settings"', '"/terms"', '"/privacy"', '"/support"', '"/contact-submissions"', '"*"'],
  ],
  "src/app/guards.tsx": ["Loading"],
  "src/pages/landing": [
    ...["AI-powered field-service platform", "Mobile ready", "Copy-to-CRM in one tap"],
    "Get Started",
    "Learn More",
    "Sign In",
    "TURN_EVERY_MS = 4000",
  ],
  "src/pages/early-access": [
    ...['"Company"', '"Name"', '"Email"', '"Phone"', "Back to Home"],
    ...["Number of Field Techs", "5-10", "Current CRM System", "Salesforce, ServiceTitan"],
    ...["Request Access", "Submitting...", "Validation Error", "Error submitting form"],
    ...["An error occurred", "Please try again later", "Thank you for your interest!"],
    "We'll be in touch soon.",
  ],
  [`${CONTRACTS}/new-early-access-request.ts`]: [
    ...["Company is required", "Company name must be less than 200 characters", "maxLength(200,"],
    ...["Name is required", "Name must be less than 100 characters", "maxLength(100,"],
    ...["Invalid email address", "Email must be less than 255 characters", "maxLength(255,"],
    ...["Phone is required", "Phone must be less than 50 characters", "maxLength(50,"],
    ...["Number of field techs is required", "Current CRM is required"],
    "CRM name must be less than 200 characters",
  ],
  "src/app/shell": [
    ...["Support", "Login", "Terms", "Privacy", "Patent pending", "Dark theme", "Digital Rain"],
    ...["Logout", '"User"', "CLOCK_EVERY_MS = 60_000", "(min-width: 48em)"],
  ],
  "src/app/shell/navigation.ts": ['"Home"', '"History"', "/history?agent="],
  "src/app/digital-rain": ["FRAME_MS = 80", "CELL_SIZE = 16", "TRAIL_STEPS = 5"],
  "src/preferences": ['"theme"', '"showMatrixRain"'],
  "src/pages/dashboard": [
    ...["Welcome, ", '"Agent"', "Free Your Mind", "Let Your Agents Do the Rest"],
  ],
  [`${CONTRACTS}/agent.ts`]: [
    "-agent`",
    ...["Voice Agent", "Snap Agent", "Label Agent", "Ask Agent", "Record voice → AI summary"],
    ...["Take photo → AI diagnosis", "Ask questions → Knowledge answers"],
  ],
  "src/pages/voice-agent": [
    ...[
      "Tap to start recording",
      "Recording... Tap to stop",
      "Processing audio...",
      "How it works",
    ],
    ...["Paused - Tap resume to continue", "Full Transcription", "Suggested Summary"],
  ],
  "src/features/recorder/voice-notice.ts": [
    ...["Recording failed", "No audio data captured. Please try again.", '"Error"'],
    ...["Failed to process audio. Please try again.", "Microphone access denied"],
    "Please allow microphone access to use voice recording.",
  ],
  "src/capture": ["TIMESLICE_MS = 1000", '"environment"', "image/jpeg"],
  "src/pages/snap-agent": [
    ...["Take Photo", "Upload", "Capture", "Cancel", "Analyze Image", "Retake", "AI Analysis"],
    ...["Analyze Another Image", "Camera Error", "Failed to access camera", "Processing Error"],
    "Failed to process image",
  ],
  "src/features/chat": [
    ...[
      "AI is analyzing knowledge base...",
      "AI is analyzing company documents...",
      "Listening...",
    ],
    ...["Microphone Error", "Please allow microphone access", "rows={2}", "max-height: 120px"],
  ],
  "src/app/queue/failure-toasts.ts": ['"Query Error"', '"Error"', '"Processing Error"'],
  "src/sync/replayers/question.ts": [
    "Setup Required: You need to be assigned to a company",
    "Admin Dashboard",
  ],
  "src/ui/copy-button.tsx": ["Copy"],
  "src/pages/history": ["Your Agent History", " History", "No agent history found", "Summary"],
  "src/pages/admin/admin-tabs.ts": [
    ...["Companies", "Users", "Activity Logs", "Detailed Logs", "Knowledge Base", "AI Settings"],
  ],
  "src/pages/admin/managed-company.tsx": ["Managing Company", "Error loading companies"],
  "src/pages/admin/users": [
    ...["Team Members", "Add User", "Unnamed User", "Suspended", "Joined ", "slice(0, 8)"],
    ...["Edit Agent Access", "Super Admin", "Field Technician", "Administrator", "Suspend"],
    ...["Activate", "Delete", "This action cannot be undone.", "Company required"],
    ...["Please select a company for the user", "Failed to create user", "User created!"],
    ...["Role updated", "Status updated", "User deleted"],
  ],
  "src/commands/people.ts": ["An error occurred while creating the user"],
  "src/pages/admin/activity-logs": ["Complete Usage History", "No activity yet"],
  "src/features/administration/logs": ["Export CSV"],
  "src/pages/admin/companies": [
    ...["Company name required", "Please enter a company name", "Error creating company"],
    ...["Error deleting company", "This action cannot be undone."],
  ],
  "src/pages/admin/ai-settings": [
    ...["Missing fields", "Please fill in prompt key and value", "Error loading prompts"],
    ...[
      "is a placeholder for the voice transcription",
      "Error saving prompts",
      "Error adding prompt",
    ],
  ],
  "src/pages/admin/knowledge-base": [
    ...["You need to be assigned to a company to upload documents", "Error loading files"],
    ...["Upload failed", "Download failed", "Delete failed", "Update Failed"],
    ...["Failed to update agent access. Please try again.", "This action cannot be undone."],
  ],
  "src/commands/knowledge-upload.ts": [
    ...["File too large", "File must be under ", "Invalid file type", "No agents selected"],
    ...["Only PDF, DOC, DOCX, TXT, and MD files are allowed"],
    "Please select at least one agent that can access this file",
  ],
  "src/pages/detailed-logs": [
    ...["Detailed Activity Logs", "Activity Logs", "Analytics Summary", '"Unknown"', '"N/A"'],
    ...["No logs found matching your filters", "Loading logs...", "PREVIEW_LENGTH = 200"],
    ...["max-height: 600px", "CARDS = 30", "toFixed(4)", "Math.round((100 *"],
  ],
  "src/mirror/person/lists": ["DETAILED_LOGS_LIMIT = 100", "ACTIVITY_LIMIT = 50"],
  "src/pages/contact-submissions": [
    ...["Contact Form Submissions", "Save Notes", "No submissions yet.", "Loading submissions..."],
    ...["Access Denied", "You don't have permission to view this page.", '"Error"'],
    ...["Failed to load contact submissions.", "Failed to update status.", "Status Updated"],
    ...["Contact submission status has been updated.", "Failed to update notes.", "Notes Saved"],
    "Notes have been updated.",
  ],
  "src/pages/terms": ["January 2025"],
  "src/pages/support": [
    ...["24 hours", "Monday to Friday", "9 AM to 5 PM EST", "Send Email", "Getting Started Guide"],
    ...["Agent User Guides", "Admin Dashboard Tutorial", "Knowledge Base Management"],
  ],
  "src/pages/not-found": ["404", "Oops! Page not found", "Unknown route"],
  [`${CONTRACTS}/agent-log.ts`]: ["OUTPUT_SUMMARY_LIMIT = 500"],
  [`${CONTRACTS}/knowledge.ts`]: ["KNOWLEDGE_FILE_LIMIT_BYTES = 10_000_000"],
  [`${CONTRACTS}/password.ts`]: ["PASSWORD_MINIMUM = 6"],
};

/** The columns of each table and view that the specification lists. */
const COLUMNS: Readonly<Record<string, string>> = {
  contact_form_submissions:
    "id company name email phone field_tech_count current_crm created_at status notes",
  profiles:
    "id full_name email company_id status created_at can_use_voice_agent can_use_snap_agent can_use_label_agent",
  user_roles: "user_id role",
  companies: "id name created_at",
  ai_prompt_settings: "id prompt_key prompt_value description company_id updated_by updated_at",
  knowledge_base: "id file_name file_path company_id uploaded_by created_at allowed_agents",
  agent_logs: "id user_id agent_type input_type input_data output_summary created_at",
  label_agent_conversations: "user_id role content created_at",
  ask_agent_conversations: "user_id role content created_at",
  detailed_agent_logs:
    "id created_at user_email agent_type action_type status device_type ip_address ai_model input_token_count completion_tokens total_tokens total_request_time_ms input_text output_text error_message knowledge_base_files_used",
  agent_usage_analytics:
    "agent_type usage_date total_requests successful_requests failed_requests avg_response_time_ms unique_users total_tokens_used avg_tokens_per_request total_estimated_cost",
};

/** The code of a file, or of all files of a folder, without tests, comments and line ends. */
function codeOf(path: string): string {
  const paths = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [path];
  const code = paths
    .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(name, "utf8"));
  return code
    .join("\n")
    .replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "")
    .replaceAll('{" "}', " ")
    .replaceAll(/\s+/g, " ");
}

it.each(Object.entries(TEXTS))("%s has its texts and limits", (path, texts) => {
  const code = codeOf(path);
  expect(texts.filter((text) => !code.includes(text))).toEqual([]);
});

let backend: InProcessBackend;
beforeAll(async () => {
  backend = await startInProcessBackend();
});
afterAll(() => backend.stop());

it("the database has every column", async () => {
  const found = await backend.sql(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const names = new Set(found.map(({ name }) => name));
  const specified = Object.entries(COLUMNS).flatMap(([table, columns]) =>
    columns.split(" ").map((column) => `${table}.${column}`),
  );
  expect(specified.filter((name) => !names.has(name))).toEqual([]);
  const [bucket] = await backend.sql("select id from storage.buckets where id = 'knowledge-base'");
  expect(bucket).toBeDefined();
});

it("the CSV files have exactly their columns and their names", () => {
  const author = () => ({ name: "", email: null });
  expect(activityCsv([], author)).toBe('"Date","User","Agent","Input Type","Question","Answer"');
  expect(LOG_COLUMNS.map(({ title }) => title).join()).toBe(
    "Timestamp,User Email,Agent Type,Action,Status,Device Type,IP Address,AI Model,Input Tokens,Output Tokens,Total Tokens,Response Time (ms),Error Message",
  );
  const now = new Date(2026, 2, 1, 12);
  expect([activityFileName(now.getTime()), logFileName(now)]).toEqual([
    "logs-2026-03-01.csv",
    "agent-logs-2026-03-01.csv",
  ]);
});

/** The name of a colour, `#rrggbb`. */
function colourName(colour: string): string {
  const [red, green, blue] = rgb(colour);
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 20) return "grey";
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const degrees = (60 * sixth + 360) % 360;
  const names = { red: 20, orange: 40, yellow: 70, green: 170, blue: 260 };
  return Object.entries(names).find(([, below]) => degrees < below)?.[0] ?? "red";
}

/** The colours that a style sheet gives the badge of a status, or any other badge, in both themes. */
function coloursOf(sheet: string, status: string): string[] {
  const css = readFileSync(sheet, "utf8");
  const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].filter(([, selector = ""]) =>
    status === "" ? !selector.includes("[data-status") : selector.includes(`"${status}"`),
  );
  const values = rules.flatMap(([, , body = ""]) => [
    ...body.matchAll(/(?:--tone|(?<![-\w])color): ([^;]+);/g),
  ]);
  return values.flatMap(([, value = ""]) => {
    const [, variable] = /^var\((--log-\w+)\)$/.exec(value) ?? [];
    if (variable === undefined) return value.startsWith("#") ? [value] : [];
    return [...css.matchAll(new RegExp(`${variable}: (#\\w+);`, "g"))].map(([, hex = ""]) => hex);
  });
}

const REQUESTS = "src/pages/contact-submissions/status-badge.module.css";
const LOGS = "src/pages/detailed-logs/activity/log-status-badge.module.css";

it.each([
  [REQUESTS, "", "blue"],
  [REQUESTS, "contacted", "yellow"],
  [REQUESTS, "qualified", "green"],
  [REQUESTS, "not_interested", "red"],
  [LOGS, "success", "green"],
  [LOGS, "error", "red"],
  [LOGS, "rate_limited", "yellow"],
  [LOGS, "failed", "orange"],
  [LOGS, "", "grey"],
])("in %s the status '%s' is %s in both themes", (sheet, status, colour) => {
  expect(coloursOf(sheet, status).map(colourName)).toEqual([colour, colour]);
});

it.each([
  ["super_admin", "red"],
  ["admin", "yellow"],
  ["field_tech", "green"],
] as const)("the rain of a %s is %s", (role, colour) => {
  const trails = (["dark", "light"] as const).map((theme) => rainPalette(role, theme)[1]?.color);
  expect(trails.map((trail) => colourName(String(trail)))).toEqual([colour, colour]);
});
