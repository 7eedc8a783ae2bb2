import { testProviderFaults } from "./provider-faults.ts";
import { testRefusals } from "./refusals.ts";
import { testRepetition } from "./repetition.ts";
import { openRoad, type RoadTraveller } from "./road.ts";

/** Runs the tests that all AI functions share, whatever the request and the provider do. */
export function testAgentRoad(traveller: RoadTraveller): void {
  const road = openRoad(traveller);
  testRefusals(road);
  testProviderFaults(road);
  testRepetition(road);
}
