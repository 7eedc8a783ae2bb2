/** The pages of a first visit and their layouts. */
const FIRST_PAGE =
  /[\\/]src[\\/](?:pages[\\/](?:landing|auth|dashboard|voice-agent)|app[\\/]shell)[\\/]([^\\/]+)-(?:page|layout)\.tsx$/;

/** The other pages that technicians open every day. */
const DAILY_PAGE =
  /[\\/]src[\\/]pages[\\/](?:history|snap-agent|label-agent|ask-agent)[\\/]([^\\/]+)-page\.tsx$/;

/** The modules with the names of the pages' files, which change often: they stay in the entry. */
const NAMES_PAGES =
  /[\\/]index\.html$|[\\/]src[\\/](main\.tsx|app[\\/](app|routes)\.tsx|app[\\/]install[\\/]technicians-pages\.ts)$/;

/** Mantine's fields for text and its small buttons, which most pages have. */
const FIELDS =
  /node_modules[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](Input|InputBase|TextInput|Textarea|ActionIcon|CloseButton|VisuallyHidden)[\\/]/;

/** Mantine's plain text and its simplest layouts. */
const TEXT =
  /node_modules[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](Text|Stack|Group)[\\/]/;

const ICONS = /node_modules[\\/]lucide-react[\\/]/;

/** The code that reads, keeps and sends data. */
const DATA =
  /[\\/](?:contracts|src[\\/](?:mirror|outbox|knowledge|sync|backend|commands|platform|session))[\\/]/;

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

const findFirstPages = pagesThatNeed(FIRST_PAGE);
const findDailyPages = pagesThatNeed(DAILY_PAGE);

/**
 * How the bundler groups modules. Few large chunks: dozens of small ones have more bytes and need
 * more round trips, and the worker answers for each of them.
 *
 * Of groups that a module fits in, the one with the highest priority takes it. A chunk also takes the
 * imports of its modules if no other chunk has them yet, so modules that most pages need come first.
 */
export const CHUNKS = [
  // Unchanged between releases, so that an update does not load it again.
  {
    name: "react",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    tags: ["$initial" as const],
    priority: 9,
  },
  {
    name: "base",
    test: (id: string) => !NAMES_PAGES.test(id),
    tags: ["$initial" as const],
    priority: 8,
  },
  { name: "icons", test: ICONS, minShareCount: 4, priority: 7 },
  { name: "text", test: TEXT, minShareCount: 3, priority: 6.5 },
  // One chunk for each set of first pages that share modules.
  ...[6, 5, 4, 3, 2, 1].map((count) => ({
    name: (id: string, graph: ModuleGraph) => nameChunk("for", findFirstPages(id, graph), count),
    test: /[\\/](src|contracts)[\\/]/,
    minShareCount: 2,
    priority: count,
  })),
  { name: "fields", test: FIELDS, minShareCount: 3, priority: 0.6 },
  { name: "more-icons", test: ICONS, minShareCount: 2, priority: 0.5 },
  // One for each set of daily pages that share modules which no first page needs. Code for data has
  // chunks of its own: the code that sends imports it too, and would otherwise get a new name, and be
  // loaded again, with every change of a shared component.
  ...[4, 3, 2, 1].flatMap((count) => [
    { ...dailyChunk("data", count), test: DATA, priority: 0.4 + count / 100 },
    { ...dailyChunk("daily", count), priority: count / 100 },
  ]),
];

function dailyChunk(kind: string, count: number) {
  return {
    name: (id: string, graph: ModuleGraph) =>
      findFirstPages(id, graph).size > 0 ? null : nameChunk(kind, findDailyPages(id, graph), count),
    minShareCount: 2,
  };
}

/** Finds the pages of a kind that need a module. */
function pagesThatNeed(kind: RegExp) {
  const neededBy = new Map<string, ReadonlySet<string>>();
  return function pagesOf(id: string, graph: ModuleGraph): ReadonlySet<string> {
    const known = neededBy.get(id);
    if (known !== undefined) return known;
    const pages = new Set<string>();
    neededBy.set(id, pages);
    const page = kind.exec(id)?.[1];
    if (page !== undefined) return pages.add(page);
    for (const importer of graph.getModuleInfo(id)?.importers ?? []) {
      for (const each of pagesOf(importer, graph)) pages.add(each);
    }
    return pages;
  };
}

/**
 * @returns the chunk's name, with the initials of the pages: names are part of every first load.
 *   Null unless exactly `count` pages need it
 */
function nameChunk(kind: string, pages: ReadonlySet<string>, count: number): string | null {
  const initials = [...pages].sort().map((page) => page.charAt(0));
  return pages.size === count ? `${kind}-${initials.join("")}` : null;
}
