/** How `npm run worker` starts the worker, and how the drill measures it: the declarations of all modules alone take 200 MB. */
export const workerFlags = ['--max-old-space-size=512', '--max-semi-space-size=4'] as const;
