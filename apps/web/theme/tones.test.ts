import { describe, expect, it } from 'vitest';
import { contrast } from './contrast.ts';
import { pickerColors, swatches } from './settings.ts';
import { tonesOf } from './tones.ts';

const colors = [...new Set([...swatches.map((one) => one.color), ...pickerColors, '#ffffff', '#000000', '#ffff00'])];
const modes = [
  { darkMode: false, weakMode: false },
  { darkMode: true, weakMode: false },
  { darkMode: false, weakMode: true },
  { darkMode: true, weakMode: true },
];

describe('every text has contrast 4.5 : 1 or better', () => {
  it.each(modes)('in mode %o', (mode) => {
    for (const color of colors) {
      const tones = tonesOf({ color, ...mode });
      const pairs = [
        [tones.onFill, tones.fill],
        [tones.onFill, tones.fillHover],
        [tones.onFill, tones.fillActive],
        [tones.ink, tones.container],
        [tones.ink, tones.layout],
        [tones.ink, tones.wash],
        [tones.text, tones.container],
        ...(['success', 'warning', 'error', 'info'] as const).flatMap((name) => [
          [tones[name], tones.container],
          [tones[name], tones.layout],
        ]),
      ] as [string, string][];
      for (const [text, ground] of pairs) {
        expect.soft(contrast(text, ground), `${color}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('draws the default colour as a fill with dark text, and as #B85400 where it is text', () => {
    const tones = tonesOf({ color: '#FF8933', darkMode: false, weakMode: false });
    expect(tones).toMatchObject({ fill: '#ff8933', onFill: '#1f1a14', ink: '#b85400' });
  });
});
