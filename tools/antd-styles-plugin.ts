// antd writes its style sheets in the browser, component by component, each time a page is loaded. In a build they are files beside the code that needs
// them, taken from the sheet antd ships for this, and the code that would write them stays behind.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const home = dirname(dirname(fileURLToPath(import.meta.resolve('antd'))));
const prefix = 'virtual:antd/';
const makers = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent']);
const styleFile = /[\\/]antd[\\/]es[\\/](.+)[\\/]style(?:[\\/][\w-]+)?\.js$/;
const root = /[\\/]antd[\\/]es[\\/]config-provider[\\/]index\.js$/;

/** Where a class is not called after the folder of its component. */
const foldersByClass: Readonly<Record<string, string>> = {
  btn: 'button',
  col: 'grid',
  'float-btn': 'float-button',
  otp: 'input',
  picker: 'date-picker',
  'picker-calendar': 'calendar',
  qrcode: 'qr-code',
  ribbon: 'badge',
  row: 'grid',
  'select-tree': 'tree-select',
  wave: '_util/wave',
};
/** Of no component: how things come and go, links, icons. */
const everywhere = 'base';
const motions = ['fade', 'move', 'slide', 'zoom'];

/** A sheet by the folders of its components; what defines a theme's variables is written at run time, from our own theme. */
export function sheetsOf(css: string): Map<string, string> {
  const folders = readdirSync(join(home, 'es')).filter((name) => existsSync(join(home, 'es', name, 'style')));
  const known = new Map([...folders.map((name) => [name, name] as const), ...Object.entries(foldersByClass)]);
  const names = [...known.keys()].sort((a, b) => b.length - a.length);
  const sheets = new Map<string, string>();
  for (const rule of new Set(rulesOf(css))) {
    if (rule.includes('css-var-_R_') || rule.startsWith('.data-ant-cssinjs')) continue;
    const cls = rule.startsWith('@keyframes') ? undefined : /\.ant-([a-z-]+)/.exec(rule)?.[1];
    const name = cls && names.find((one) => cls === one || cls.startsWith(`${one}-`));
    if (cls && !name && !motions.includes(cls.split('-')[0] ?? ''))
      throw new Error(`antd: no component for the class ant-${cls}`);
    const sheet = (name && known.get(name)) ?? everywhere;
    sheets.set(sheet, (sheets.get(sheet) ?? '') + rule);
  }
  return sheets;
}

function* rulesOf(css: string): Generator<string> {
  let [start, depth] = [0, 0];
  for (const { index, 0: sign } of css.matchAll(/[{}]/g)) {
    depth += sign === '{' ? 1 : -1;
    if (depth > 0) continue;
    yield css.slice(start, index + 1);
    start = index + 1;
  }
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value as Node;
  for (const part of Object.values(value)) yield* nodesIn(part);
}

export function antdStyles(): Plugin {
  let sheets: ReadonlyMap<string, string> = new Map();
  const wanted = (folder: string) => `import '${prefix}${folder}.css';\n`;
  return {
    name: 'antd-styles',
    apply: 'build',
    buildStart() {
      sheets = sheetsOf(readFileSync(join(home, 'dist/antd.css'), 'utf8'));
    },
    resolveId(id) {
      return id.startsWith(prefix) ? { id, moduleSideEffects: true } : null;
    },
    load(id) {
      return id.startsWith(prefix) ? (sheets.get(id.slice(prefix.length, -'.css'.length)) ?? '') : null;
    },
    transform(code, id) {
      if (root.test(id)) return { code: wanted(everywhere) + code, map: null };
      const folder = styleFile.exec(id)?.[1]?.replaceAll('\\', '/');
      if (!folder) return null;
      // The second argument writes the sheet; who calls nothing of it drops it.
      const cuts = [...nodesIn(this.parse(code))]
        .filter((node) => node.type === 'CallExpression' && makers.has(node.callee?.name ?? ''))
        .flatMap((node) => node.arguments?.[1] ?? [])
        .sort((a, b) => b.start - a.start);
      if (cuts.length === 0) return null;
      const bare = cuts.reduce((text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`, code);
      return { code: wanted(folder) + bare, map: null };
    },
  };
}
