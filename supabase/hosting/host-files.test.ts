import { expect, test } from "vitest";
import { appCacheControl, listAppHeaders, WASM_SCRIPTS } from "../embedded/http/headers.ts";
import { hostFiles } from "./host-files.ts";

const deployed = { https: true, backendUrl: "https://project.supabase.co" };
const files: Record<string, string> = await hostFiles(deployed);

/** What a host with `_redirects` answers for what is no file: the first rule that fits. */
function redirected(path: string): string | undefined {
  const rules = (files._redirects ?? "").trim().split("\n");
  return rules
    .map((rule) => rule.split(" "))
    .filter(([from = ""]) => path.startsWith(from.replace("*", "")))
    .map(([, to, status]) => `${to} ${status}`)[0];
}

/** What Vercel answers for what is no file. */
function rewritten(path: string): string {
  const [rule] = JSON.parse(files["vercel.json"] ?? "").rewrites;
  const fits = new RegExp(`^${rule.source}$`).test(path);
  return fits ? `${rule.destination} 200` : "404";
}

test.each(["/settings", "/admin/people", "/auth/callback"])(
  "the address of a page, %s, is answered with the app",
  (path) => {
    expect(redirected(path)).toBe("/index.html 200");
    expect(rewritten(path)).toBe("/index.html 200");
  },
);

test.each(["/assets/gone-1a2b3c.js", "/models/1a2b3c.bin"])(
  "a hashed file that is missing, %s, is answered with 404",
  (path) => {
    expect(redirected(path)).toMatch(/ 404$/);
    expect(rewritten(path)).toBe("404");
  },
);

test("nginx answers addresses of pages with the app, and keeps for long only what is there", () => {
  const [pages = "", ...folders] = files["nginx.conf"]?.split("}\n").slice(0, -1) ?? [];
  expect(pages).toContain("try_files $uri /index.html;");
  expect(folders).toHaveLength(3);
  for (const folder of folders) {
    expect(folder).toContain("try_files $uri =404;");
    expect(folder).toContain('add_header cache-control "public, max-age=31536000, immutable";');
  }
});

test("every host sets the headers of the embedded server, and another policy where WebAssembly runs", async () => {
  const everywhere = Object.fromEntries(await listAppHeaders(deployed));
  const wasm = Object.fromEntries(await listAppHeaders(deployed, WASM_SCRIPTS));
  const name = "content-security-policy";
  expect(everywhere[name]).toContain(
    "connect-src 'self' https://project.supabase.co wss://project.supabase.co;",
  );
  expect(wasm).toEqual({ ...everywhere, [name]: wasm[name] });
  expect(wasm[name]).toContain("'wasm-unsafe-eval'");

  const header = ([key, value]: [string, string | undefined]) => ({ key, value });
  const cached = (path: string) => ({
    ...{ source: `${path}(.*)`, headers: [header(["cache-control", appCacheControl(path)])] },
  });
  expect(JSON.parse(files["vercel.json"] ?? "").headers).toEqual([
    { source: "/(.*)", headers: Object.entries(everywhere).map(header) },
    cached("/assets/"),
    cached("/models/"),
    { source: `${WASM_SCRIPTS}(.*)`, headers: [header([name, wasm[name]])] },
  ]);

  const lines = (headers: object, line: (key: string, value: string) => string) =>
    Object.entries(headers).map(([key, value]) => `  ${line(key, value)}\n`);
  const colon = (key: string, value: string) => `${key}: ${value}`;
  const [all = "", assets, models, scripts] = (files._headers ?? "").split("\n\n");
  expect(`${all}\n`).toBe(`/*\n${lines(everywhere, colon).join("")}`);
  const caching = `  cache-control: ${appCacheControl("/assets/")}`;
  expect([assets, models]).toEqual([`/assets/*\n${caching}`, `/models/*\n${caching}`]);
  // Cloudflare would join the two policies, and obey both.
  expect(scripts).toBe(`${WASM_SCRIPTS}*\n  ! ${name}\n  ${name}: ${wasm[name]}\n`);

  const locations = (files["nginx.conf"] ?? "").split("}\n").slice(0, -1);
  for (const [index, headers] of [everywhere, everywhere, everywhere, wasm].entries()) {
    for (const line of lines(headers, (key, value) => `add_header ${key} "${value}" always;`)) {
      expect(locations[index]).toContain(line);
    }
  }
});
