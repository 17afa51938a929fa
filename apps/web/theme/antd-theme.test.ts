import { theme } from 'antd';
import { expect, it } from 'vitest';
import { antdTheme } from './antd-theme.ts';
import { contrast } from './contrast.ts';
import { defaultSettings } from './settings.ts';

const presets = ['red', 'volcano', 'orange', 'gold', 'yellow', 'lime', 'green', 'cyan', 'blue', 'geekblue', 'purple'];

it.each([false, true])('writes on coloured tags with contrast 4.5 : 1 or better, dark: %s', (darkMode) => {
  const token = theme.getDesignToken(antdTheme({ ...defaultSettings, darkMode })) as unknown as Record<string, string>;
  for (const name of presets)
    expect.soft(contrast(token[`${name}7`] ?? '', token[`${name}1`] ?? ''), name).toBeGreaterThanOrEqual(4.5);
});

it('gives a thumb 44 pixels', () => {
  expect(theme.getDesignToken(antdTheme(defaultSettings, true)).controlHeight).toBe(44);
  expect(theme.getDesignToken(antdTheme(defaultSettings)).controlHeight).toBe(32);
});
