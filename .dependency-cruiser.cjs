// Which folder of src may import from which, and who alone knows a library: `npm run lint` holds it.
const domain = ["mirror", "backend", "platform", "preferences"];
const features = [
  ...["session", "sync", "outbox", "commands", "knowledge", "understanding", "capture", "ui"],
  ...domain,
];
const pages = ["features", ...features];
const MAY_IMPORT = {
  ui: ["platform"],
  capture: ["platform"],
  preferences: [],
  platform: [],
  // The server uses it, too.
  understanding: [],
  backend: ["platform"],
  mirror: ["platform"],
  knowledge: domain,
  commands: domain,
  session: domain,
  outbox: domain,
  sync: ["outbox", "knowledge", ...domain],
  features,
  pages,
  app: ["pages", ...pages],
};
const CONTRACTS = "supabase/functions/_shared/contracts/";
const source = (path) => ({ path, pathNot: "[.]test[.]tsx?$" });
const rule = (name, from, to) => ({ name, severity: "error", from, to });
const only = (folders, library) =>
  rule(`only ${folders} knows ${library}`, source(`^(src|sw)/(?!(${folders})/)`), {
    path: `node_modules/${library}`,
  });

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([folder, known]) =>
      rule(`${folder} knows its layer`, source(`^src/${folder}/`), {
        path: `^src/(?!${[folder, ...known].map((name) => `${name}/`).join("|")})`,
      }),
    ),
    rule("dialogs of administrators name their company", source("^src/pages/admin/"), {
      path: "^src/ui/(confirm-dialog|ask-twice|use-opened)[.]",
    }),
    rule("pages know no other page", source("^src/pages/([^/]+)/"), { path: "^src/pages/(?!$1/)" }),
    only("mirror", "dexie"),
    only("backend", "@supabase/"),
    only("understanding", "onnxruntime-web"),
    only("app|pages|features", "react-router"),
    rule("one place renders parts of long lists", source("^(src|sw)/(?!ui/row-list[.]tsx$)"), {
      path: "node_modules/@tanstack/react-virtual",
    }),
    rule("the app shares contracts alone", source("^src/"), {
      path: `^(supabase|tests)/(?!${CONTRACTS.slice(9)})`,
    }),
    rule("the worker needs no page", source("^sw/"), {
      // But for the history's first entries, which it puts into the drawn page.
      path: "^src/(app(?!/static-shell/fill)|pages|features|ui|session|commands|capture)/",
    }),
    rule("functions know their own", source("^supabase/functions/"), {
      path: "^(src|sw|tests|supabase/(?!functions/))",
    }),
    rule("no cycles, not even of types", {}, { circular: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: "node_modules",
  },
};
