// The product on one address: services up, web built if its sources changed, then the server.
import { join } from 'node:path';
import { root } from '#db/settings.ts';
import { runTogether } from './children.ts';
import { ensureStack } from './stack.ts';
import { ensureWeb } from './web-build.ts';

ensureStack();
ensureWeb();
process.exitCode = await runTogether([[process.execPath, join(root, 'apps/server/main.ts')]]);
