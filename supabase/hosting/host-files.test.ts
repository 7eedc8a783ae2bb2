import { beforeAll, describe, expect, test } from "vitest";
import { hostFiles } from "./host-files.ts";

let files: Record<string, string>;
beforeAll(async () => {
  files = await hostFiles({ https: true, backendUrl: "https://project.supabase.co" });
});

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

describe.each(["/settings", "/admin/people", "/auth/callback"])(
  "the address of a page, %s",
  (path) => {
    test("is answered with the app", () => {
      expect(redirected(path)).toBe("/index.html 200");
      expect(rewritten(path)).toBe("/index.html 200");
    });
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
