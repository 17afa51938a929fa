import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sheetsOf } from './antd-styles-plugin.ts';

const css = readFileSync('node_modules/antd/dist/antd.css', 'utf8');

it('every component of antd that styles itself has its sheet', () => {
  const sheets = sheetsOf(css);
  const es = 'node_modules/antd/es';
  const styled = readdirSync(es).filter((name) => {
    const file = `${es}/${name}/style/index.js`;
    return existsSync(file) && readFileSync(file, 'utf8').includes('genStyleHooks(');
  });
  expect(styled.length).toBeGreaterThan(60);
  // Gone from antd's own exports, and from its sheet.
  expect(styled.filter((name) => !sheets.has(name))).toEqual(['back-top']);
  expect(sheets.get('button')).toContain('.ant-btn-compact-item');
  expect(sheets.get('button')).not.toContain('.ant-table');
});

it('keeps our variables, and stops the build at a class nobody knows', () => {
  const sheets = sheetsOf(
    '.css-var-_R_0_.ant-btn{--ant-x:1px;}.ant-btn{color:red;}@media print{.ant-tabs{top:0;}}a{top:0;}',
  );
  expect([...sheets]).toEqual([
    ['button', '.ant-btn{color:red;}'],
    ['tabs', '@media print{.ant-tabs{top:0;}}'],
    ['base', 'a{top:0;}'],
  ]);
  expect(() => sheetsOf('.ant-hovercraft{top:0;}')).toThrow('ant-hovercraft');
});
