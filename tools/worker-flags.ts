/** How `npm run worker` starts the worker, and how the drill measures it. */
export const workerFlags = ['--max-old-space-size=192', '--max-semi-space-size=4'] as const;
