import { describe, expect, it } from "vitest";
import { bottomBar } from "./navigation.ts";

const offered = (pathname: string) => bottomBar(pathname).map(({ label, to }) => [label, to]);

describe("bottomBar", () => {
  it("offers the way home and the agent's own history inside an agent's page", () => {
    expect(offered("/voice-agent")).toEqual([
      ["Home", "/dashboard"],
      ["History", "/history?agent=voice"],
    ]);
  });

  it("offers the agents everywhere else", () => {
    expect(offered("/history").map(([label]) => label)).toContain("Voice");
    expect(offered("/dashboard")).toEqual(offered("/history"));
  });
});
