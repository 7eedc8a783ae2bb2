import type { Connection } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";
import { POSTGREST_PARSING_ERROR } from "#supabase/functions/_shared/contracts/database-code.ts";
import { ownAnswer } from "../database/database.ts";
import { restWording } from "./refusal-wording.ts";

/**
 * The allowed comparisons. All others can keep the database busy for as long as the caller likes:
 * regular expressions, full-text queries, ranges and comparisons with lists of patterns.
 */
const operators = new Set([
  ...["$eq", "$neq", "$gt", "$gte", "$lt", "$lte", "$is", "$isNot", "$isDistinct", "$in", "$notIn"],
  ...["$like", "$ilike", "$contains", "$containedBy", "$overlaps"],
]);

/** Limits of one request; the product uses a third of each, and embeds no tables. */
const MOST = {
  conditions: 40,
  depth: 4,
  listed: 500,
  columns: 100,
  embedded: 3,
  ordered: 6,
  rows: 1000,
};

/**
 * Limits of a pattern: an e-mail address fits, and a part of one with a wildcard on either side. Only
 * wildcards for any number of characters count.
 */
const LONGEST_PATTERN = 320;
const MOST_WILDCARDS = 8;

type Tree = Record<string, unknown>;

/**
 * Refuses REST requests that cost more than the product's own, judged by the tree that
 * @supabase/lite has parsed them into. The server itself is not limited.
 */
export function limitRest(connection: Connection): void {
  const original = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = async (request, context) => {
    const isServer =
      isTree(context) && isTree(context.auth) && context.auth.role === "service_role";
    if (!isServer) {
      const tree = request as Tree;
      const { $meta: meta, values } = tree;
      if (isTree(meta) && meta.explain !== undefined) refuse("Plans are not shown");
      if (Array.isArray(values) && values.length > MOST.rows) refuse("Too many rows at once");
      // @supabase/lite itself refuses aggregates, and limits the rows of an answer, also embedded ones.
      checkLevel(tree, 0, { ...MOST });
    }
    return await original(request, context);
  };
}

/** Checks one table of a request and the tables that are embedded in it. */
function checkLevel(level: Tree, depth: number, budget: typeof MOST): void {
  if (Array.isArray(level.order) && level.order.length > MOST.ordered) {
    refuse("Too many columns to order by");
  }
  if (isTree(level.where)) checkConditions(level.where, 1, budget);
  if (!Array.isArray(level.select)) return;
  for (const column of level.select) {
    budget.columns -= 1;
    if (budget.columns < 0) refuse("Too many columns");
    if (isTree(column)) for (const part of Object.values(column)) checkColumn(part, depth, budget);
  }
}

function checkColumn(column: unknown, depth: number, budget: typeof MOST): void {
  if (!isTree(column)) return;
  if (column.cast !== undefined || column.preCast !== undefined) refuse("Columns are not cast");
  if (!("select" in column || "spread" in column || "join" in column)) return;
  budget.embedded -= 1;
  if (depth > 0) refuse("Embedded tables do not embed others");
  if (budget.embedded < 0) refuse("Too many embedded tables");
  checkLevel(column, depth + 1, budget);
}

function checkConditions(conditions: Tree, depth: number, budget: typeof MOST): void {
  if (depth > MOST.depth) refuse("The conditions are nested too deeply");
  for (const [name, condition] of Object.entries(conditions)) {
    const isList = name === "$and" || name === "$or";
    const parts = isList && Array.isArray(condition) ? condition : [condition];
    for (const part of parts) {
      // A condition of any other form is unknown here.
      if (!isTree(part) || (isList && parts[0] === condition))
        refuse("This condition is not allowed");
      if (isList || name === "$not") checkConditions(part, depth + 1, budget);
      else if (name.startsWith("$")) refuse("This condition is not allowed");
      else checkComparison(part, budget);
    }
  }
}

/** Checks what one column is compared with. */
function checkComparison(comparison: Tree, budget: typeof MOST): void {
  for (const [operator, value] of Object.entries(comparison)) {
    if (operator === "$not" && isTree(value)) {
      checkComparison(value, budget);
      continue;
    }
    budget.conditions -= 1;
    if (budget.conditions < 0) refuse("Too many conditions");
    if (!operators.has(operator)) refuse("This operator is not allowed");
    if (Array.isArray(value) && value.length > MOST.listed) refuse("Too many values in a list");
    if (operator !== "$like" && operator !== "$ilike") continue;
    const pattern = String(value);
    const wildcards = pattern.replace(/\\./gs, "").match(/%/g)?.length ?? 0;
    if (pattern.length > LONGEST_PATTERN || wildcards > MOST_WILDCARDS) {
      refuse("The pattern is too long");
    }
  }
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws an error that @supabase/lite answers with 400 */
function refuse(message: string): never {
  throw ownAnswer(restWording(400, POSTGREST_PARSING_ERROR, message), 400);
}

/** Deepest nesting of brackets that a real request can need. */
const DEEPEST = 6;

/**
 * Refuses REST addresses whose conditions or embedded tables are nested too deeply: even parsing
 * them takes time.
 */
export const checkRestAddress: MiddlewareHandler = async (c, next) => {
  const values = [...new URL(c.req.url).searchParams.values()];
  if (values.every((value) => bracketDepth(value) <= DEEPEST)) return await next();
  const message = "The conditions are nested too deeply";
  return c.json(restWording(400, POSTGREST_PARSING_ERROR, message), 400);
};

function bracketDepth(text: string): number {
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if (character === "(") most = Math.max(most, ++depth);
    else if (character === ")") depth = Math.max(0, depth - 1);
  }
  return most;
}

/** Refuses rows as CSV: they could be parsed as no rows at all, and would be lost without an error. */
export const jsonRows: MiddlewareHandler = async (c, next) => {
  if (!/^text\/csv\b/i.test(c.req.header("content-type") ?? "")) return await next();
  return c.json({ message: "Send rows as JSON" }, 415);
};
