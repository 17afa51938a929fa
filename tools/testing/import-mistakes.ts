const exported = (target: string) => `export { rename } from '${target}';\n`;

/** Each in a file of its own, so that all stand in one checkout and one run of the guard finds them. */
interface PlacedMistake {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly sentence: string;
}

export const imports: readonly PlacedMistake[] = [
  {
    name: 'the web imports the server',
    file: 'modules/alpha/web/value.ts',
    text: exported('../server/thing.ts'),
    sentence: 'The browser never imports the server',
  },
  {
    name: 'the web imports a mere type of the server',
    file: 'modules/alpha/web/type.ts',
    text: "import type { Thing } from '../server/thing.ts';\nexport const thing: Thing = '';\n",
    sentence: 'The browser never imports the server',
  },
  {
    name: 'the server imports the web',
    file: 'modules/alpha/server/draw.ts',
    text: "export { pages } from '../web/pages.ts';\n",
    sentence: 'The server never imports the web',
  },
  {
    name: 'a contract imports the server',
    file: 'modules/alpha/contract/reach.ts',
    text: exported('../server/thing.ts'),
    sentence: 'A contract imports only contracts',
  },
  {
    name: 'a contract uses a package of the web',
    file: 'modules/alpha/contract/element.ts',
    text: "export { createElement } from 'react';\n",
    sentence: 'A contract uses zod and nothing else',
  },
  {
    name: 'a contract uses Node',
    file: 'modules/alpha/contract/disk.ts',
    text: "export { readFileSync } from 'node:fs';\n",
    sentence: 'A contract uses zod and nothing else',
  },
  {
    name: 'the kit imports a module',
    file: 'kit/server/list.ts',
    text: exported('#modules/alpha/server/index.ts'),
    sentence: 'The kit imports no module and no app',
  },
  {
    name: 'a module imports an app',
    file: 'modules/beta/server/start.ts',
    text: exported('#apps/server/main.ts'),
    sentence: 'A module imports no app',
  },
  {
    name: "the product imports a module's test data",
    file: 'modules/alpha/server/sample.ts',
    text: "export { day } from '../testing/thing-samples.ts';\n",
    sentence: 'Only tests import testing/',
  },
  {
    name: 'the product imports the test world',
    file: 'apps/server/day.ts',
    text: "export { day } from './testing/world.ts';\n",
    sentence: 'Only tests import testing/',
  },
  {
    name: "a module's test data imports the program",
    file: 'modules/beta/testing/start.ts',
    text: exported('#apps/server/main.ts'),
    sentence: 'import apps/server/testing/ only',
  },
  {
    name: "a module's test imports the program",
    file: 'modules/beta/server/topic/start.test.ts',
    text: exported('#apps/server/main.ts'),
    sentence: 'import apps/server/testing/ only',
  },
  {
    name: "a module reaches into another's inside",
    file: 'modules/beta/server/reach.ts',
    text: exported('#modules/alpha/server/thing.ts'),
    sentence: 'Of another module only contract/** and server/index.ts may be imported',
  },
  {
    name: 'a module imports one it does not need',
    file: 'modules/alpha/contract/neighbour.ts',
    text: "export { beta } from '#modules/beta/contract/module.ts';\n",
    sentence: 'Module alpha imports a module it does not name in needs',
  },
  {
    name: "the web app reaches behind a module's pages",
    file: 'apps/web/deep.ts',
    text: "export { default } from '#modules/alpha/web/thing.page.tsx';\n",
    sentence: "The web app takes a module's contract and its web/pages.ts",
  },
  {
    name: 'the server uses a package of the web',
    file: 'modules/alpha/server/element.ts',
    text: "export { createElement } from 'react';\n",
    sentence: 'The server uses no package made for browsers',
  },
  {
    name: 'the web uses a package of the server',
    file: 'modules/alpha/web/query.ts',
    text: "export { Client } from 'pg';\n",
    sentence: 'The browser uses no package made for servers',
  },
  {
    name: 'the web uses Node',
    file: 'modules/alpha/web/disk.ts',
    text: "export { readFileSync } from 'node:fs';\n",
    sentence: 'There is no Node in the browser',
  },
  {
    name: 'the product uses a package that is only there for development',
    file: 'modules/alpha/server/prove.ts',
    text: "export { test } from 'vitest';\n",
    sentence: 'What runs in production may not import a devDependency',
  },
  {
    name: 'two files import each other',
    file: 'kit/server/self.ts',
    text: "import { log } from './audit.ts';\nimport { again } from './self-again.ts';\nexport const self = [log, again];\n",
    sentence: 'No import cycles',
  },
  {
    name: 'an import leads nowhere',
    file: 'kit/server/lost.ts',
    text: exported('./gone.ts'),
    sentence: 'The import leads nowhere',
  },
];
export const otherHalf = {
  'kit/server/self-again.ts': "import { self } from './self.ts';\nexport const again = () => self;\n",
};

export const compiler = [
  {
    name: 'the web imports the server',
    file: 'modules/alpha/web/value.ts',
    text: exported('../server/thing.ts'),
    sentence: 'TS6307',
  },
  {
    name: 'a contract imports the server',
    file: 'modules/alpha/contract/reach.ts',
    text: exported('../server/thing.ts'),
    sentence: 'TS6307',
  },
  {
    name: 'a route does not say who may call it',
    file: 'modules/alpha/contract/open.ts',
    text: `import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';

export const open = endpoint({ method: 'GET', path: 'alpha/open', data: z.null() });
`,
    sentence: "TS2741: Property 'access' is missing",
  },
] satisfies readonly PlacedMistake[];
