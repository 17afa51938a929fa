import { expect, it } from 'vitest';
import { isRed, isWatched } from '#modules/prevention/contract/screens/bands.ts';
import { overviewHeadline } from './boards/overview.ts';
import type { Frame } from './frame.ts';

const frame = { code: 150500000000 } as Frame;
const nothing = { open: [], signs: null };
const key = (values: object, children: readonly object[]) =>
  overviewHeadline(
    frame,
    values as never,
    new Map(children.map((one, at) => [150_501_000_000 + at, one as never])),
    nothing,
  )
    .key.split('.')
    .at(-1);

it('a headline says nothing calm while a map shows red: every share and risk there is', () => {
  for (let share = 0; share <= 100; share += 1)
    for (const risk of [0, 19, 20, 35, 49, 50, 80]) {
      const child = { 'imm.coverage': share / 100, risk };
      const said = key({ 'imm.coverage': 0.95, 'imm.today': 3 }, [{ 'imm.coverage': 0.95, risk: 0 }, child]);
      expect([share, risk, said]).toEqual([
        share,
        risk,
        risk >= 50 ? 'risky' : isRed(child) ? 'low' : isWatched(child) ? 'watched' : 'plain',
      ]);
    }
});

it('the worst county of the demo, 45.9 %, is not called free of risk on its own screen', () => {
  expect(key({ 'imm.coverage': 0.459, 'imm.today': 3 }, [{ 'imm.coverage': 0.8, risk: 3 }])).toBe('low');
});
