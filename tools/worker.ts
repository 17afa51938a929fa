// The worker alone, for machines where others answer the calls. Its work passes through in batches, so that a small heap costs no time
// and keeps the rest of the machine free: without the limit the heap grows with whatever memory there is.
import { join } from 'node:path';
import { root } from '#db/settings.ts';
import { runTogether } from './children.ts';
import { workerFlags } from './worker-flags.ts';

process.env.MULIAN_ROLE = 'worker';
process.exitCode = await runTogether([[process.execPath, ...workerFlags, join(root, 'apps/server/main.ts')]]);
