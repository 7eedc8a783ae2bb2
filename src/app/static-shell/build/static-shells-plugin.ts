import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Plugin, Rollup } from "vite";
import { AGENT_IDS, agentPage } from "../../../../supabase/functions/_shared/contracts/agent.ts";
import { ENTRY_PIECES_FILE, shellFile } from "../../../platform/static-shells.ts";
import type { DrawnShell, DrawnShells } from "./draw.tsx";

const DRAW = fileURLToPath(new URL("draw-shells.mjs", import.meta.url));

/** The layout around every page that has a shell. */
const LAYOUT = "/src/app/shell/signed-in-layout.tsx";

/** Adds a shell to the build for every page that has one, with the names of the page's scripts. */
export function staticShells(): Plugin {
  return {
    name: "field-agents:static-shells",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const { stdout } = await promisify(execFile)(process.execPath, [DRAW], {
        maxBuffer: 16_000_000,
      });
      const { shells, entries }: DrawnShells = JSON.parse(stdout);
      const index = await readFile(join(dir, "index.html"), "utf8");
      const styles = new Set<string>();
      for (const [path, shell] of Object.entries(shells)) {
        const file = join(dir, shellFile(path));
        await mkdir(dirname(file), { recursive: true });
        const needed = neededBy([LAYOUT, pageFile(path)], Object.values(bundle), index);
        for (const style of needed.styles) styles.add(style);
        await writeFile(file, withShell(index, shell, needed));
      }
      await writeFile(join(dir, ENTRY_PIECES_FILE), JSON.stringify(entries.content));
      const rules = [
        ...[...styles].map((name) => readOutput(bundle[name])),
        PLACE,
        ...[...Object.values(shells), entries].map(({ css }) => css),
      ];
      await writeFile(join(dir, "shell/shell.css"), rules.join("\n"));
    },
  };
}

/** The shell covers the app, and the window scrolls it, so that both are equally far scrolled. */
const PLACE = `#shell { display: none; }
[data-shell] #root { visibility: hidden; }
[data-shell] #shell {
  display: block;
  position: absolute;
  inset: 0 0 auto;
  z-index: 1;
  min-height: 100%;
  background: var(--mantine-color-body);
}
#shell [data-unknown] { visibility: hidden; }
#shell [aria-busy] { opacity: 0.6; }`;

function pageFile(path: string): string {
  const agent = AGENT_IDS.find((id) => agentPage(id) === path);
  const name = agent === undefined ? path.slice(1) : `${agent}-agent`;
  return `/src/pages/${name}/${name}-page.tsx`;
}

function withShell(
  index: string,
  { title, content }: DrawnShell,
  { styles, scripts }: ReturnType<typeof neededBy>,
): string {
  const pathsOf = (names: readonly string[]) => names.map((name) => `/${name}`);
  const head = [
    '<link rel="stylesheet" href="/shell/shell.css">',
    `<script src="/show-shell.js" data-modules="${pathsOf(scripts).join(" ")}"></script>`,
    // Not loaded: these mark that the page has their rules, so that its scripts do not wait for them.
    ...pathsOf(styles).map((path) => `<link rel="stylesheet" crossorigin href="${path}" disabled>`),
  ];
  return index
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace("</head>", `${head.join("")}</head>`)
    .replace('<div id="root"></div>', `<div id="root"></div><div id="shell">${content}</div>`);
}

/** The files that a page needs beyond those of `index.html`, by their names in the build. */
function neededBy(
  modules: readonly string[],
  outputs: readonly (Rollup.OutputChunk | Rollup.OutputAsset)[],
  index: string,
) {
  const chunks = outputs.filter((output) => output.type === "chunk");
  const needed = new Set<Rollup.OutputChunk>();
  const need = (chunk: Rollup.OutputChunk) => {
    if (needed.has(chunk)) return;
    needed.add(chunk);
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported !== undefined) need(imported);
    }
  };
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (chunk === undefined) throw new Error(`${module} has no chunk of its own`);
    need(chunk);
  }
  const styles = new Set([...needed].flatMap((it) => [...(it.viteMetadata?.importedCss ?? [])]));
  const isOwn = (name: string) => !index.includes(`href="/${name}"`);
  return {
    styles: [...styles].filter(isOwn),
    scripts: [...needed].map(({ fileName }) => fileName).filter(isOwn),
  };
}

function readOutput(output: Rollup.OutputChunk | Rollup.OutputAsset | undefined): string {
  if (output?.type !== "asset") throw new Error("A page's stylesheet is not in the build");
  return typeof output.source === "string"
    ? output.source
    : new TextDecoder().decode(output.source);
}
