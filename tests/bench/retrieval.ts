// Measures how well questions find the passages that answer them: the product's search, on the
// server and on a device, beside that of version 0.1. It uses the demo manuals and the collections in
// the folders that are given: `npm run bench:retrieval -- <folder>…`. `collections/README.md` tells
// where to find them.
import { demoManuals } from "./collections/demo-manuals.ts";
import { loadCollection, type SearchedCollection } from "./collections/load-collection.ts";
import { readCollection } from "./collections/read-collection.ts";
import { type Figures, figuresOf, ndcgAt10 } from "./figures.ts";
import { randomisationP } from "./randomisation.ts";
import { openSearchDatabase } from "./search-database.ts";
import { type Search, searchBefore, searchOfDevice, searchOfServer } from "./searches.ts";

const SEARCHES = ["before", "now", "device"] as const;

/** What one collection showed: the figures of each search, and nDCG@10 of each question. */
interface Measured {
  name: string;
  group: SearchedCollection["group"];
  questions: number;
  figures: Record<(typeof SEARCHES)[number], Figures>;
  ndcg: Record<(typeof SEARCHES)[number], number[]>;
}

const database = await openSearchDatabase({ embedded: process.argv.includes("--pglite") });
try {
  const folders = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const measured = [await measure(await demoManuals(database))];
  for (const folder of folders) {
    measured.push(await measure(await loadCollection(database, await readCollection(folder))));
  }
  console.log(`${database.name}; p of a paired randomisation test, now against before`);
  console.table(Object.fromEntries(measured.map((one) => [one.name, rowOf([one])])));
  for (const group of ["technical", "classic"] as const) {
    const own = measured.filter((one) => one.group === group);
    if (own.length === 0) continue;
    console.log(`Macro means of ${own.length} ${group} collections`);
    console.table({ [group]: rowOf(own) });
  }
} finally {
  await database.close();
}

async function measure(collection: SearchedCollection): Promise<Measured> {
  const { name, group, questions } = collection;
  const searches: Record<(typeof SEARCHES)[number], Search> = {
    before: await searchBefore(database, collection),
    now: searchOfServer(database, collection),
    device: searchOfDevice(collection),
  };
  const rankingsOf = async (search: Search) => {
    const rankings: string[][] = [];
    for (const { text } of questions) {
      const found = await search(text);
      rankings.push([...new Set(found.flatMap((passage) => passage?.document ?? []))]);
    }
    return rankings;
  };
  const rankings = {
    before: await rankingsOf(searches.before),
    now: await rankingsOf(searches.now),
    device: await rankingsOf(searches.device),
  };
  const judgements = questions.map(({ judgement }) => judgement);
  const ndcg = (search: (typeof SEARCHES)[number]) =>
    judgements.map((judgement, i) => ndcgAt10(rankings[search][i] ?? [], judgement));
  return {
    ...{ name, group, questions: questions.length },
    figures: {
      before: figuresOf(rankings.before, judgements),
      now: figuresOf(rankings.now, judgements),
      device: figuresOf(rankings.device, judgements),
    },
    ndcg: { before: ndcg("before"), now: ndcg("now"), device: ndcg("device") },
  };
}

function rowOf(collections: readonly Measured[]): Record<string, string | number> {
  const mean = (search: (typeof SEARCHES)[number], figure: keyof Figures) =>
    collections.reduce((sum, { figures }) => sum + figures[search][figure], 0) / collections.length;
  const change = (figure: keyof Figures) =>
    `${mean("before", figure).toFixed(3)} → ${mean("now", figure).toFixed(3)}`;
  const differences = collections.map(({ ndcg }) =>
    ndcg.now.map((now, i) => now - (ndcg.before[i] ?? 0)),
  );
  return {
    questions: collections.reduce((sum, { questions }) => sum + questions, 0),
    "nDCG@10": change("ndcgAt10"),
    p: randomisationP(differences).toFixed(4),
    "recall@8": change("recallAt8"),
    "recall@12": change("recallAt12"),
    "device − server": (mean("device", "ndcgAt10") - mean("now", "ndcgAt10")).toFixed(4),
  };
}
