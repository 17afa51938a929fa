import { expect, it } from 'vitest';
import { riskOf } from './signals.ts';

const calm = { gap: 0, density: 0.95, antibody: 0.9, stressRate: 0, isAlarmed: false };

it('nothing wrong is no risk, and nothing known is none either', () => {
  expect(riskOf(calm).risk).toBe(0);
  expect(riskOf({ gap: null, density: null, antibody: null, stressRate: null, isAlarmed: false }).risk).toBe(0);
});

it('the five parts add up, none beyond its share', () => {
  const worst = riskOf({ gap: -80, density: 0.1, antibody: 0, stressRate: 900, isAlarmed: true });
  expect(worst).toEqual({
    'risk.gap': 30,
    'risk.density': 20,
    'risk.antibody': 20,
    'risk.stress': 10,
    'risk.signal': 20,
    risk: 100,
  });
});

it('each part grows with what it measures', () => {
  expect(riskOf({ ...calm, gap: -15 }).risk).toBe(15);
  expect(riskOf({ ...calm, gap: 12 }).risk).toBe(0);
  expect(riskOf({ ...calm, density: 0.75 }).risk).toBe(10);
  expect(riskOf({ ...calm, antibody: 0.55 }).risk).toBe(10);
  expect(riskOf({ ...calm, stressRate: 2.5 }).risk).toBe(5);
  expect(riskOf({ ...calm, isAlarmed: true }).risk).toBe(20);
});
