import { expect, it } from "vitest";
import { bottomBar, MENU, sideMenu } from "./navigation.ts";

const offered = (pathname: string) => bottomBar(pathname).map(({ label, to }) => [label, to]);

it.each(["voice", "snap", "label", "ask"])(
  "offers the home page and the %s agent's own history on the agent's page",
  (agent) => {
    expect(offered(`/${agent}-agent`)).toEqual([
      ["Home", "/dashboard"],
      ["History", `/history?agent=${agent}`],
    ]);
  },
);

it.each(["/dashboard", "/history", "/settings"])("offers the agents on %s", (pathname) => {
  expect(offered(pathname)).toEqual([
    ["Home", "/dashboard"],
    ["Voice", "/voice-agent"],
    ["Snap", "/snap-agent"],
    ["Label", "/label-agent"],
  ]);
});

it("has a menu entry for the admin page only for administrators", () => {
  expect(sideMenu("field_tech")).toEqual(MENU);
  expect(sideMenu("admin").map(({ to }) => to)).toContain("/admin");
  expect(sideMenu("super_admin").map(({ to }) => to)).toContain("/admin");
});
