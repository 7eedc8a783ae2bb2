import {
  appCacheControl,
  type Deployed,
  HASHED,
  listAppHeaders,
  WASM_SCRIPTS,
} from "../embedded/http/headers.ts";

type Headers = readonly (readonly [name: string, value: string])[];
/** What a host sends for the files below a path, instead of what it sends for those above. */
interface Rule {
  path: string;
  headers: Headers;
}

const POLICY = "content-security-policy";

/**
 * The files that make static hosts serve the app with the headers of the embedded server: by file
 * name, the text of `_headers` and `_redirects` (Netlify, Cloudflare Pages), `vercel.json`, and
 * `nginx.conf`, to be included in a `server` block.
 */
export async function hostFiles(deployed: Deployed): Promise<Record<string, string>> {
  const everywhere = await listAppHeaders(deployed);
  const ofWasm = await listAppHeaders(deployed, WASM_SCRIPTS);
  const rules: Rule[] = [
    { path: "/", headers: everywhere },
    ...HASHED.map((path): Rule => ({ path, headers: [["cache-control", appCacheControl(path)]] })),
    { path: WASM_SCRIPTS, headers: ofWasm.filter(([name]) => name === POLICY) },
  ];
  // Netlify looks in `_redirects` for what is no file. Cloudflare answers addresses of pages with
  // `index.html` by itself, and leaves out these rules: the first ones for their status, the last one
  // as a circle.
  const missing = HASHED.map((path) => `${path}* /index.html 404\n`);
  return {
    _headers: headersFile(rules),
    _redirects: `${missing.join("")}/* /index.html 200\n`,
    "vercel.json": vercelFile(rules),
    "nginx.conf": nginxFile(everywhere, ofWasm),
  };
}

/**
 * Pages need no header here: these hosts let browsers revalidate them by default. Of a header that
 * is set by two rules, Netlify takes the last; Cloudflare would join them, so its line with `!` takes
 * the first away (Netlify ignores a line without a colon).
 */
function headersFile(rules: readonly Rule[]): string {
  const texts = rules.map(({ path, headers }) => {
    const lines = headers.map(([name, value]) => `  ${name}: ${value}\n`);
    const removed = path === WASM_SCRIPTS ? `  ! ${POLICY}\n` : "";
    return `${path}*\n${removed}${lines.join("")}`;
  });
  return texts.join("\n");
}

/** Of a header that is set by two rules, Vercel takes the last. */
function vercelFile(rules: readonly Rule[]): string {
  const folders = HASHED.map((path) => path.slice(1)).join("|");
  const config = {
    headers: rules.map(({ path, headers }) => ({
      source: `${path}(.*)`,
      headers: headers.map(([key, value]) => ({ key, value })),
    })),
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
function nginxFile(everywhere: Headers, ofWasm: Headers): string {
  const location = (path: string, files: string, list: Headers) =>
    [
      `location ${path} {`,
      `  try_files ${files};`,
      ...list.map(([name, value]) => `  add_header ${name} "${value}" always;`),
      `  add_header cache-control "${appCacheControl(path)}";`,
      "}\n",
    ].join("\n");
  return [
    location("/", "$uri /index.html", everywhere),
    ...HASHED.map((path) => location(path, "$uri =404", everywhere)),
    location(WASM_SCRIPTS, "$uri =404", ofWasm),
  ].join("\n");
}
