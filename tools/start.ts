// The product on one address: services up, web built if its sources changed, then the server, and on a demo devices that speak.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, root } from '#db/settings.ts';
import { runTogether } from './children.ts';
import { ensureStack } from './stack.ts';
import { ensureWeb } from './web-build.ts';

ensureStack();
ensureWeb();
const node = (...words: string[]): [string, ...string[]] => [process.execPath, ...words];
const isDemo = existsSync(join(dataFolder, 'demo-accounts.json')) && process.env.NODE_ENV !== 'production';
const isQuiet = process.env.CI !== undefined || process.env.MULIAN_DEMO_DEVICES === 'off';
process.exitCode = await runTogether([
  node(join(root, 'apps/server/main.ts')),
  ...(isDemo && !isQuiet
    ? [
        node(join(root, 'tools/simulate/main.ts'), '--devices', '30', '--rate', '2', '--quiet', '--patient'),
        node(join(root, 'tools/camera-loop.ts')),
      ]
    : []),
]);
