// antd's components bring parts along that are seldom drawn, or are another page's: where these are imported they are cut off or come when they are drawn.
import type { Plugin } from 'vite';

interface Cut {
  /** Below antd/es. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const cuts: readonly Cut[] = [
  {
    // Dialogs and toasts are drawn by apps/web/app-holders.tsx; everybody else only wants to call them.
    file: 'app/index.js',
    from: "import App_ from './App';",
    to: 'const App_ = {};',
  },
  {
    // Every input asks what form it stands in; for that the forms themselves need not come.
    file: 'form/context.js',
    from: "from '@rc-component/form'",
    to: "from '@rc-component/form/es/FormContext'",
  },
  {
    // The menu of a column's own filter, with its tree: one table has it.
    file: 'table/hooks/useFilter/index.js',
    from: "import FilterDropdown, { flattenKeys } from './FilterDropdown';",
    to: `
const LateDropdown = React.lazy(() => import('./FilterDropdown'));
const FilterDropdown = props =>
  React.createElement(React.Suspense, { fallback: props.children }, React.createElement(LateDropdown, props));
const flattenKeys = filters =>
  (filters || []).flatMap(({ value, children }) => (children ? [value, ...flattenKeys(children)] : [value]));
`,
  },
  {
    // Of the tree a table's boxes need what adds and removes, of forms a radio needs how names are written.
    file: 'table/hooks/useSelection.js',
    from: "import { arrAdd, arrDel, conductCheck, convertDataToEntities } from '@rc-component/tree';",
    to: `
import { arrAdd, arrDel } from '@rc-component/tree/es/util';
import { conductCheck } from '@rc-component/tree/es/utils/conductUtil';
import { convertDataToEntities } from '@rc-component/tree/es/utils/treeUtil';
`,
  },
  {
    file: 'radio/group.js',
    from: "import { toNamePathStr } from '../form/hooks/useForm';",
    to: "import { toArray } from '../form/util';\nconst toNamePathStr = name => toArray(name).join('_');",
  },
  {
    // Whether words on a colour are black or white; the picker of colours, with all it stands in, is not needed to say so.
    file: 'button/style/token.js',
    from: `import { AggregationColor } from '../../color-picker/color';
import { isBright } from '../../color-picker/components/ColorPresets';`,
    to: `
import { FastColor as AggregationColor } from '@ant-design/fast-color';
const isBright = (value, ground) => {
  const { r, g, b, a } = value.toRgb();
  if (a <= 0.5) return new AggregationColor(value.toRgbString()).onBackground(ground).toHsv().v > 0.5;
  return r * 0.299 + g * 0.587 + b * 0.114 > 192;
};`,
  },
];

export function antdParts(): Plugin {
  const open = new Set(cuts);
  return {
    name: 'antd-parts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const file = /[\\/]antd[\\/]es[\\/](.+)$/.exec(id)?.[1]?.replaceAll('\\', '/');
      const cut = cuts.find((one) => one.file === file);
      if (!cut?.file || !code.includes(cut.from)) return null;
      open.delete(cut);
      return { code: code.replace(cut.from, cut.to), map: null };
    },
    buildEnd(error) {
      const [missed] = open;
      if (!error && missed) throw new Error(`antd: ${missed.file} no longer says ${missed.from}`);
    },
  };
}
