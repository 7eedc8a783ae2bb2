import { factsOf, type Quantity } from "./facts.ts";
import { type Choice, entryOf, type Named, variantsOf } from "./variants.ts";

const BRACKETS = /\(([^()]{3,200})\)/g;

/** The lists in a sentence or a cell that tell something of each of some variants. */
export function choicesIn(text: string): Choice[] {
  const lists: Choice[] = [];
  const plain = text.replace(BRACKETS, (found, inner: string, at: number) => {
    const own = runsOf(inner);
    const exception = own.length > 0 ? null : exceptionOf(text.slice(0, at), inner);
    lists.push(...own, ...(exception ? [exception] : []));
    return own.length > 0 || exception ? "" : found;
  });
  return [...lists, ...runsOf(plain)];
}

/** The usual value and the one of an exception in brackets: "Wait 12 minutes (RM-20: 20 minutes)". */
function exceptionOf(before: string, inner: string): Choice | null {
  const [, name = "", told = ""] = /^([^:]{1,40}): (.+)$/.exec(inner) ?? nameApart(inner);
  const theirs = factsOf(told);
  const kind = kindOf(theirs);
  if (kind === null) return null;
  const { codes, quantities } = factsOf(
    before.slice(Math.max(before.lastIndexOf(")"), before.lastIndexOf(". ")) + 1),
  );
  const usual = {
    codes: codes.filter(({ family }) => family === kind),
    quantities: quantities.filter((quantity) => dimensionOf(quantity) === kind),
  };
  if (kindOf(usual) === null || name === "") return null;
  const [rest, other] = variantsOf(["others", name]);
  return rest && other ? [entryOf(rest, usual), entryOf(other, theirs)] : null;
}

/** The name and the value of a text that ends with its value: "hi-flow 700-4412". */
function nameApart(text: string): string[] {
  const end = endOf(text);
  return end === "" ? [] : [text, text.slice(0, text.trimEnd().length - end.length).trim(), end];
}

/** An item of a list: the name of a model, size or case, its value, and where the name stands: "140 bar (LT15)". */
interface Item {
  form: "in brackets" | "after a preposition" | "in front" | "before";
  told: Named;
  name: string;
}

const APART = /(?:,|,? (?:(?:and|or|but)\b|(?:bzw|resp)\.))(?= )(?![^()]*\))/;
const IN_BRACKETS = /^(.*\S)\s?\(([^()]{1,60})\)(?: \p{Ll}{2,30}){0,2}\W*$/u;
const IN_FRONT = /^(?:for|on|in|at|with) /i;
const PREPOSITION = / (?:for|on|in|at|with|from|of|to|up to) /g;

/** The lists of at least two items in a row that are written in the same way. */
function runsOf(text: string): Choice[] {
  const runs: Choice[] = [];
  let run: Item[] = [];
  /** "KV 1200" of "KV 1200 and KV 1500: 220 N". */
  let names = "";
  const close = () => {
    const variants = variantsOf(
      run.map(({ name }) => name),
      true,
    );
    if (run.length > 1) runs.push(variants.map((variant, at) => entryOf(variant, run[at]?.told)));
    run = [];
  };
  for (const written of text.split(APART)) {
    const part = written.trim().replace(/[.:;]+$/, "");
    const isAfter = run.at(-1)?.form === "after a preposition";
    if (!isAfter && isOnlyNames(part)) {
      names += `${part} `;
      continue;
    }
    const item = withNames(names, itemOf(part));
    names = "";
    const last = run.at(-1);
    if (last && isAfter && part !== "" && (item === null || item.name.trim() === "")) {
      // "4 hours for digital gauges and transmitters"
      run[run.length - 1] = { ...last, name: `${last.name} ${part}` };
      continue;
    }
    if (
      item === null ||
      (last && (last.form !== item.form || kindOf(last.told) !== kindOf(item.told)))
    )
      close();
    if (item !== null) run.push(item);
  }
  close();
  return runs;
}

/** "KV 1200"; "R290 30 bar" is a name and its value. */
function isOnlyNames(part: string): boolean {
  const { codes, quantities } = factsOf(part);
  const isAllFacts = part !== "" && endOf(part) === part;
  return isAllFacts && codes.length > 0 && quantities.every(({ unit }) => unit === null);
}

/** An item with other names that stand before it, if they are of its family. */
function withNames(names: string, item: Item | null): Item | null {
  if (item === null || names === "") return item;
  const families = factsOf(item.name).codes.map(({ family }) => family);
  const isAlike = factsOf(names).codes.every(({ family }) => families.includes(family));
  return isAlike ? { ...item, name: names + item.name } : null;
}

function itemOf(text: string): Item | null {
  const [, before = "", names = ""] = IN_BRACKETS.exec(text) ?? [];
  if (endOf(before) !== "")
    return { form: "in brackets", told: factsOf(endOf(before)), name: names };
  const front = itemNamedInFront(text);
  if (front !== null) return front;
  for (const { 0: preposition, index } of text.matchAll(PREPOSITION)) {
    const told = endOf(text.slice(0, index));
    if (told !== "") {
      return {
        form: "after a preposition",
        told: factsOf(told),
        name: text.slice(index + preposition.length),
      };
    }
  }
  const after = text.slice(text.lastIndexOf(": ", text.length - endOf(text).length - 3) + 1).trim();
  const end = endOf(after);
  if (end === "") return null;
  const name = after.slice(0, after.length - end.length);
  const [size, told] = sizeApart(end);
  return { form: "before", told: factsOf(told), name: `${name} ${size}` };
}

/** "For WR 280 add 0.03 to Sub" */
function itemNamedInFront(text: string): Item | null {
  if (!IN_FRONT.test(text)) return null;
  const [model, value, ...others] = factsIn(text);
  if (!model || !value || others.length > 0) return null;
  // "At first by 0.78 at 90 %" has the name behind.
  if (text.slice(model.end, value.start).search(PREPOSITION) >= 0) return null;
  return {
    form: "in front",
    told: factsOf(text.slice(value.start, value.end)),
    name: text.slice(0, model.end),
  };
}

/** Where the figures and codes of a text stand. */
function factsIn(text: string): { start: number; end: number }[] {
  const { rest } = factsOf(text);
  const isFact = rest
    .split("")
    .map((sign, at) => (sign === text[at] ? " " : "x"))
    .join("");
  return [...isFact.matchAll(/x(?:.?x)*/g)].map(({ 0: found, index }) => {
    return { start: index, end: index + found.length };
  });
}

/** The figures and codes that a text ends with. */
function endOf(text: string): string {
  return text.trimEnd().slice(factsOf(text).rest.trimEnd().length).trim();
}

/** The name and the value of an item that has both: "4 in." and "55-1104" of "4 in. 55-1104", "R290" and "30 bar". */
function sizeApart(end: string): [size: string, told: string] {
  const { quantities, codes } = factsOf(end);
  const [size, amount] = quantities;
  if (codes.length === 1 && quantities.length === 1 && size && size.unit !== null && size.start > 0)
    return [end.slice(0, size.start), end.slice(size.start)];
  const isPair =
    codes.length === 1
      ? quantities.length === 1
      : codes.length === 0 &&
        quantities.length === 2 &&
        amount?.unit?.dimension !== size?.unit?.dimension;
  if (!isPair || !size || !/^[\s.]/.test(end.slice(size.end))) return ["", end];
  return [end.slice(0, size.end), end.slice(size.end).replace(/^\W+/, "")];
}

/** The dimension of an amount, or the family of a code; null for neither. Only values of one kind make a list. */
function kindOf({ codes: [code], quantities: [quantity] }: Named): string | null {
  return code?.family ?? (quantity ? dimensionOf(quantity) : null);
}

function dimensionOf({ unit }: Quantity): string {
  return unit?.dimension ?? "number";
}
