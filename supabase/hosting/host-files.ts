import {
  appCacheControl,
  type Deployed,
  HASHED,
  listAppHeaders,
  WASM_SCRIPTS,
} from "../embedded/http/headers.ts";

type Header = readonly [name: string, value: string];

/** What a host sends: everywhere, and instead of that below some paths. */
interface Rules {
  everywhere: readonly Header[];
  hashed: readonly { path: string; headers: readonly Header[] }[];
  /** The policy of the scripts that may run WebAssembly. */
  wasm: { path: string; policy: Header };
}

const POLICY = "content-security-policy";

/**
 * The files that make static hosts serve the app with the headers of the embedded server: by file
 * name, the text of `_headers` and `_redirects` (Netlify, Cloudflare Pages), `vercel.json`, and
 * `nginx.conf`, to be included in a `server` block.
 */
export async function hostFiles(deployed: Deployed): Promise<Record<string, string>> {
  const ofScripts = await listAppHeaders(deployed, WASM_SCRIPTS);
  const policy = ofScripts.find(([name]) => name === POLICY);
  if (policy === undefined) throw new Error("The scripts have no policy");
  const rules: Rules = {
    everywhere: await listAppHeaders(deployed),
    hashed: HASHED.map((path) => ({ path, headers: [["cache-control", appCacheControl(path)]] })),
    wasm: { path: WASM_SCRIPTS, policy },
  };
  return {
    _headers: headersFile(rules),
    _redirects: redirectsFile(rules),
    "vercel.json": vercelFile(rules),
    "nginx.conf": nginxFile(rules),
  };
}

/**
 * Pages need no header here: these hosts let browsers revalidate them by default. Of a header that
 * is set by two rules, Netlify takes the last; Cloudflare would join them, so its line with `!` takes
 * the first away (Netlify ignores a line without a colon).
 */
function headersFile({ everywhere, hashed, wasm }: Rules): string {
  const rule = (path: string, lines: readonly string[]) =>
    [path, ...lines.map((line) => `  ${line}`), ""].join("\n");
  const line = ([name, value]: Header) => `${name}: ${value}`;
  return [
    rule("/*", everywhere.map(line)),
    ...hashed.map(({ path, headers }) => rule(`${path}*`, headers.map(line))),
    rule(`${wasm.path}*`, [`! ${POLICY}`, line(wasm.policy)]),
  ].join("\n");
}

/**
 * Netlify looks here for what is no file. Cloudflare answers addresses of pages with `index.html` by
 * itself, and leaves out these rules: the first ones for their status, the last one as a circle.
 */
function redirectsFile({ hashed }: Rules): string {
  const missing = hashed.map(({ path }) => `${path}* /index.html 404\n`);
  return `${missing.join("")}/* /index.html 200\n`;
}

/** Of a header that is set by two rules, Vercel takes the last. */
function vercelFile({ everywhere, hashed, wasm }: Rules): string {
  const rule = (source: string, headers: readonly Header[]) => ({
    source: `${source}(.*)`,
    headers: headers.map(([key, value]) => ({ key, value })),
  });
  const folders = hashed.map(({ path }) => path.slice(1)).join("|");
  const config = {
    headers: [
      rule("/", everywhere),
      ...hashed.map(({ path, headers }) => rule(path, headers)),
      rule(wasm.path, [wasm.policy]),
    ],
    // Matches addresses of pages, and not files that are missing.
    rewrites: [{ source: `/((?!${folders})[^.]*)`, destination: "/index.html" }],
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/**
 * Each location lists all headers: in nginx, one that adds a header inherits none. With `always`
 * it is sent with refusals, too; caching is not, so that no browser keeps for a year that a file is
 * missing.
 */
function nginxFile({ everywhere, hashed, wasm }: Rules): string {
  const location = (path: string, files: string, list: readonly Header[]) =>
    [
      `location ${path} {`,
      `  try_files ${files};`,
      ...list.map(([name, value]) => `  add_header ${name} "${value}" always;`),
      `  add_header cache-control "${appCacheControl(path)}";`,
      "}\n",
    ].join("\n");
  const ofWasm = everywhere.map((header) => (header[0] === POLICY ? wasm.policy : header));
  return [
    location("/", "$uri /index.html", everywhere),
    ...hashed.map(({ path }) => location(path, "$uri =404", everywhere)),
    location(wasm.path, "$uri =404", ofWasm),
  ].join("\n");
}
