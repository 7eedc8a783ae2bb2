import { appCacheControl, type Deployed, listAppHeaders } from "../embedded/http/headers.ts";

/** The names of files below this path contain a hash of their content. */
const HASHED = "/assets/";

type Header = readonly [name: string, value: string];

/**
 * The files that make static hosts serve the app with the headers of the embedded server: by file
 * name, the text of `_headers` (Netlify, Cloudflare Pages), `vercel.json`, and `nginx.conf`, to be
 * included in a `server` block.
 */
export async function hostFiles(deployed: Deployed): Promise<Record<string, string>> {
  const headers = await listAppHeaders(deployed);
  const hashed: Header = ["cache-control", appCacheControl(HASHED)];
  return {
    _headers: headersFile(headers, hashed),
    "vercel.json": vercelFile(headers, hashed),
    "nginx.conf": nginxFile(headers, hashed),
  };
}

/**
 * Pages need no header here: these hosts let browsers revalidate them by default. A header that is
 * set by two rules would be joined.
 */
function headersFile(headers: readonly Header[], hashed: Header): string {
  const lines = (list: readonly Header[]) =>
    list.map(([name, value]) => `  ${name}: ${value}\n`).join("");
  return `/*\n${lines(headers)}\n${HASHED}*\n${lines([hashed])}`;
}

function vercelFile(headers: readonly Header[], hashed: Header): string {
  const objects = (list: readonly Header[]) => list.map(([key, value]) => ({ key, value }));
  const config = {
    headers: [
      { source: "/(.*)", headers: objects(headers) },
      { source: `${HASHED}(.*)`, headers: objects([hashed]) },
    ],
    // Matches addresses of pages, and not files that are missing.
    rewrites: [{ source: "/((?!assets/)[^.]*)", destination: "/index.html" }],
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Each location lists all headers: in nginx, one that adds a header inherits none. */
function nginxFile(headers: readonly Header[], hashed: Header): string {
  const location = (path: string, files: string, list: readonly Header[]) =>
    [
      `location ${path} {`,
      `  try_files ${files};`,
      ...list.map(([name, value]) => `  add_header ${name} "${value}" always;`),
      "}\n",
    ].join("\n");
  const pages = ["cache-control", appCacheControl("/")] as const;
  return [
    location("/", "$uri /index.html", [...headers, pages]),
    location(HASHED, "$uri =404", [...headers, hashed]),
  ].join("\n");
}
