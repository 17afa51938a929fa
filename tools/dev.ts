// The server and the web, each restarting or reloading when its files change.
import { join } from 'node:path';
import { root } from '#db/settings.ts';
import { runTogether } from './children.ts';
import { ensureStack } from './stack.ts';

ensureStack();
// Vite says where the pages are: the API's own address would lead to no page.
process.exitCode = await runTogether(
  [
    [process.execPath, '--watch', '--watch-preserve-output', join(root, 'apps/server/main.ts')],
    ['vite', '--config', join(root, 'apps/web/vite.config.ts')],
  ],
  { MULIAN_SAY_ADDRESS: '' },
);
