import { expect, it } from "vitest";
import { Problem } from "../../lib/api";
import { Job, type Working } from "./job.svelte";

interface Found extends Working {
  best: string;
}
const done = (best: string): Found => ({ state: "done", done: 1, total: 1, problem: "", best });

it("has no answer to another question, while it waits and when it fails", async () => {
  const job = new Job<Found>();
  await job.run(() => Promise.resolve(done("raise")));
  expect(job.response?.best).toBe("raise");
  let refuse: (problem: Problem) => void = () => undefined;
  const running = job.run(() => new Promise<Found>((_, reject) => (refuse = reject)));
  expect(job.response).toBeNull();
  refuse(new Problem("offline", "Cannot reach the server."));
  expect(await running).toBeNull();
  expect(job.response).toBeNull();
  expect(job.problem?.message).toBe("Cannot reach the server.");
});

it("forgets its response when it is stopped", async () => {
  const job = new Job<Found>();
  await job.run(() => Promise.resolve(done("raise")));
  job.stop();
  expect([job.response, job.problem, job.busy]).toEqual([null, null, false]);
});
