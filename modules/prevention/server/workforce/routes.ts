import type { Route } from '#kit/server/http/call.ts';
import { registerJob } from '#kit/server/jobs/job.ts';
import { computeInJob, quarterJob } from './compute-quarter.ts';
import { examineRoutes } from './examine.ts';
import { quarterRoutes } from './quarters.ts';
import { tagWearRoutes } from './tag-wears.ts';
import { workRoutes } from './work-ledger.ts';
import { workerRoutes } from './workers.ts';

export const peopleRoutes = (): Route[] => [
  ...examineRoutes(),
  ...workerRoutes(),
  ...quarterRoutes(),
  ...workRoutes(),
  ...tagWearRoutes(),
];

export const registerPeopleJobs = (): void => registerJob(quarterJob, computeInJob);
