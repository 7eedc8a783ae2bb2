import { type ImportedJob, JOB_LIMITS, type Job } from "@contracts/job.ts";
import { isSame } from "#mirror/person/lists/mirrored-table.ts";
import { namedColumns, readCsv } from "../read-csv.ts";

/** Most jobs of one import. */
const IMPORT_LIMIT = 5_000;

const COLUMNS = [
  ["number", ["number", "no", "job", "jobno", "jobnumber", "order", "ordernumber", "workorder"]],
  ["title", ["title", "jobtitle", "description", "subject"]],
  ["customer", ["customer", "customername", "client"]],
  ["site", ["site", "location", "address", "siteaddress"]],
  ["maker", ["maker", "make", "manufacturer", "brand"]],
  ["model", ["model", "modelnumber", "type"]],
  ["serial", ["serial", "serialnumber", "serialno"]],
  ["status", ["status", "state"]],
] as const;
const TEXTS = ["title", "customer", "site"] as const;
const DEVICE = ["maker", "model", "serial"] as const;

/** A table that shows how jobs are listed: two lines of one number are two devices of one job. */
export const TEMPLATE_CSV = [
  "Number,Title,Customer,Site,Maker,Model,Serial,Status",
  "A-200,Boiler room,Riverside School,12 Mill Lane,Zentria,HP-240,4711,open",
  "A-200,,,,Zentria,HX-90,4712,",
  "A-201,Rooftop unit,Hill Bakery,3 Hill Street,,,,open",
].join("\r\n");

/** What an import does with a job of a file. */
export interface PlannedJob {
  /** Its number, or its line if it has none. */
  id: string;
  /** Its first line in the file, as a spreadsheet counts. */
  line: number;
  job: ImportedJob;
  fate: "new" | "changed" | "unchanged" | "wrong";
  /** Why it is wrong, or what of it changes. */
  why: readonly string[];
}

/**
 * Reads a table of jobs, and says what an import of it would do. The first line names the columns, in any
 * order. Of a job that is there, a column that the table lacks stays as it is. Lines of one number are one
 * job with several devices.
 * @param there the jobs of the company
 */
export function planJobsCsv(
  bytes: ArrayBuffer,
  there: readonly Job[],
): { kind: "ok"; plan: readonly PlannedJob[] } | { kind: "wrong"; message: string } {
  const table = readCsv(bytes);
  if (table.kind === "wrong") return table;
  const [heads = [], ...lines] = table.lines;
  const columns = namedColumns(COLUMNS, heads);
  if (!columns.has("number")) {
    const message = "The first line must name the columns: at least “Number”.";
    return { kind: "wrong", message };
  }
  const plan = new Map<string, PlannedJob & { why: string[] }>();
  for (const [index, fields] of lines.entries()) {
    if (fields.every((field) => field.trim() === "")) continue;
    const line = index + 1 + table.firstLine;
    const number = columns.field(fields, "number");
    const id = number === "" ? `Line ${line}` : number;
    const known = plan.get(id);
    const planned = known ?? { id, line, job: { number }, fate: "new", why: [] };
    plan.set(id, planned);
    const problems = addLine(planned.job, columns, fields);
    planned.why.push(...problems.map((problem) => `Line ${line}: ${problem}`));
  }
  if (plan.size === 0) return { kind: "wrong", message: "The file has no jobs." };
  if (plan.size > IMPORT_LIMIT) {
    const message = `The file has ${plan.size.toLocaleString()} jobs. At most ${IMPORT_LIMIT.toLocaleString()} can be imported at once: split it.`;
    return { kind: "wrong", message };
  }
  const byNumber = new Map(there.map((job) => [job.number, job]));
  const decided = [...plan.values()].map((each) => decideFate(each, byNumber.get(each.job.number)));
  // What is to be mended comes first, or it would be looked for among thousands.
  const isRight = ({ fate }: PlannedJob) => Number(fate !== "wrong");
  return { kind: "ok", plan: decided.sort((a, b) => isRight(a) - isRight(b)) };
}

/** Adds what a line states to its job. @returns what is wrong with the line */
function addLine(
  job: ImportedJob,
  columns: ReturnType<typeof namedColumns<(typeof COLUMNS)[number][0]>>,
  fields: readonly string[],
): string[] {
  const problems: string[] = [];
  const take = (column: "number" | (typeof TEXTS)[number]) => {
    const text = columns.field(fields, column);
    if ([...text].length > JOB_LIMITS[column]) {
      problems.push(`The ${column} has more than ${JOB_LIMITS[column]} characters.`);
    }
    return text;
  };
  if (take("number") === "") problems.push("The number is missing.");
  for (const column of TEXTS) {
    if (!columns.has(column)) continue;
    const text = take(column);
    if (text !== "" && job[column] && job[column] !== text) {
      problems.push(`Another ${column} than in a line before.`);
    }
    job[column] ||= text;
  }
  const status = columns.field(fields, "status").toLowerCase();
  if (status === "open" || status === "closed") {
    if (job.status && job.status !== status) problems.push("Another status than in a line before.");
    job.status = status;
  } else if (status !== "") problems.push("The status must be open or closed.");
  if (DEVICE.some((column) => columns.has(column))) {
    const [maker = "", model = "", serial = ""] = DEVICE.map((part) => columns.field(fields, part));
    job.equipment ??= [];
    if (`${maker}${model}${serial}` !== "") job.equipment.push({ maker, model, serial });
    if (job.equipment.length > JOB_LIMITS.equipment) {
      problems.push(`A job has at most ${JOB_LIMITS.equipment} devices.`);
    }
  }
  return problems;
}

function decideFate(planned: PlannedJob, there: Job | undefined): PlannedJob {
  if (planned.why.length > 0) return { ...planned, fate: "wrong" };
  if (there === undefined) return planned;
  const changes = Object.entries(planned.job).flatMap(([field, value]) =>
    isSame(value, Reflect.get(there, field)) ? [] : [field],
  );
  return { ...planned, fate: changes.length > 0 ? "changed" : "unchanged", why: changes };
}
