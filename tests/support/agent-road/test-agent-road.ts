import { testProviderFaults } from "./provider-faults.ts";
import { testRefusals } from "./refusals.ts";
import { testRepetition } from "./repetition.ts";
import { openRoad, type RoadTraveller } from "./road.ts";

/** Tests that a function keeps to the road of all of them, whatever the request and the provider do. */
export function testAgentRoad(traveller: RoadTraveller): void {
  const road = openRoad(traveller);
  testRefusals(road);
  testProviderFaults(road);
  testRepetition(road);
}
