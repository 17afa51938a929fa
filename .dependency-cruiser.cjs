// Which file may import which. Each rule's comment is the sentence its offender reads.
const { readdirSync, readFileSync, existsSync } = require('node:fs');

const side = (name) => `^(kit|apps)/${name}/|^modules/[^/]+/${name}/|^modules/index[.]${name}[.]ts$`;
const [contract, server, web] = ['contract', 'server', 'web'].map(side);
const testing = '^(modules/[^/]+|apps/server)/testing/';
const serverTest = '^modules/[^/]+/server/.+[.]test[.]ts$';
const offline = '^(db|demo|bench|drill|tools|e2e)/';
const notShipped = '[.]test[.]tsx?$|/testing/|^apps/web/(light/)?vite[.]config[.]ts$';
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`;

const webOnly = packages(
  ...['react', 'react-dom', 'react-i18next', 'antd', '@ant-design/.+', '@rc-component/.+'],
  ...['@tanstack/.+', 'zustand', 'maplibre-gl', '@testing-library/.+', 'happy-dom'],
);
const serverOnly = packages('fastify', '@fastify/.+', 'pg', 'pg-.+', 'pino', '@node-rs/.+', '@nats-io/.+', 'pinyin-pro');

const modules = existsSync('modules')
  ? readdirSync('modules', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  : [];

/** What a module says it needs, read as text: a contract that does not load must not switch the rule off. */
function needsOf(name) {
  const file = `modules/${name}/contract/module.ts`;
  const list = existsSync(file) && /needs:\s*\[([^\]]*)\]/.exec(readFileSync(file, 'utf8'));
  return list ? [...list[1].matchAll(/['"]([^'"]+)['"]/g)].map((match) => match[1]) : [];
}

module.exports = {
  forbidden: [
    {
      name: 'web-not-server',
      severity: 'error',
      comment: 'The browser never imports the server: what both need stands in contract/.',
      from: { path: web, pathNot: notShipped },
      to: { path: `${server}|${offline}` },
    },
    {
      name: 'server-not-web',
      severity: 'error',
      comment: 'The server never imports the web: what both need stands in contract/.',
      from: { path: `${server}|${testing}` },
      to: { path: web },
    },
    {
      name: 'contract-is-leaf',
      severity: 'error',
      comment: 'A contract imports only contracts: it is read by both sides.',
      from: { path: contract },
      to: { path: `${server}|${web}|${offline}|^apps/` },
    },
    {
      name: 'kit-knows-no-module',
      severity: 'error',
      comment: 'The kit imports no module and no app: they register with it.',
      from: { path: '^kit/' },
      to: { path: '^(modules|apps)/' },
    },
    {
      name: 'module-knows-no-app',
      severity: 'error',
      comment: 'A module imports no app: apps compose modules.',
      from: { path: '^modules/', pathNot: `${testing}|${serverTest}` },
      to: { path: '^apps/' },
    },
    {
      name: 'testing-not-shipped',
      severity: 'error',
      comment: 'Only tests import testing/: it is not part of the product.',
      from: { path: '^(kit|modules|apps|db|demo)/', pathNot: notShipped },
      to: { path: testing },
    },
    {
      name: 'testing-on-the-test-world',
      severity: 'error',
      comment: "Of apps, a module's tests and testing/ import apps/server/testing/ only: what the tests of all modules share.",
      from: { path: `^modules/[^/]+/testing/|${serverTest}` },
      to: { path: '^apps/', pathNot: testing },
    },
    {
      name: 'module-through-its-face',
      severity: 'error',
      comment: "Of another module only contract/** and server/index.ts may be imported, and by the web its web/index.ts; the rest is that module's own.",
      from: { path: '^modules/([^/]+)/' },
      to: {
        path: '^modules/[^/]+/',
        pathNot: ['^modules/$1/', testing, '^modules/[^/]+/contract/', '^modules/[^/]+/server/index[.]ts$', '^modules/[^/]+/web/index[.]ts$'],
      },
    },
    ...modules.map((name) => ({
      name: `${name}-says-what-it-needs`,
      severity: 'error',
      comment: `Module ${name} imports a module it does not name in needs: (contract/module.ts).`,
      from: { path: `^modules/${name}/` },
      to: { path: '^modules/[^/]+/', pathNot: `^modules/(${[name, ...needsOf(name)].join('|')})/` },
    })),
    {
      name: 'app-through-pages',
      severity: 'error',
      comment: "The web app takes a module's contract and its web/pages.ts, nothing deeper.",
      from: { path: '^apps/web/' },
      to: { path: '^modules/[^/]+/web/', pathNot: '^modules/[^/]+/web/pages[.]tsx?$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'No import cycles: move what both need into a third file.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-only-zod',
      severity: 'error',
      comment: 'A contract uses zod and nothing else from npm or Node.',
      from: { path: contract, pathNot: notShipped },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'core'], pathNot: packages('zod') },
    },
    {
      name: 'server-npm',
      severity: 'error',
      comment: 'The server uses no package made for browsers.',
      from: { path: server, pathNot: notShipped },
      to: { path: webOnly },
    },
    {
      name: 'web-npm',
      severity: 'error',
      comment: 'The browser uses no package made for servers.',
      from: { path: web, pathNot: notShipped },
      to: { path: serverOnly },
    },
    {
      name: 'web-not-node',
      severity: 'error',
      comment: 'There is no Node in the browser.',
      from: { path: web, pathNot: notShipped },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-dev-dependency-shipped',
      severity: 'error',
      comment: 'What runs in production may not import a devDependency: it is not installed there.',
      from: { path: '^(kit|modules|apps|db)/', pathNot: notShipped },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'The import leads nowhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '[?]|^virtual:' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|[.]tsbuild|[.]data|[.]tools)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
