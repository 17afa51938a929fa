import { expect, test } from 'vitest';
import { dueSlots, hoursOut, slotAt, slotToRemind } from './slots.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);

test('R24: a slot is due at ten and at seventeen, by the clock of China', () => {
  expect(slotToRemind(at('2026-11-15T09:59:00'))).toBeNull();
  expect(slotToRemind(at('2026-11-15T10:00:00'))).toEqual({
    key: '2026-11-15 morning',
    from: '2026-11-14T16:00:00.000Z',
  });
  expect(slotToRemind(at('2026-11-15T17:00:00'))).toEqual({
    key: '2026-11-15 afternoon',
    from: '2026-11-15T04:00:00.000Z',
  });
  expect(dueSlots('2026-11-14', '2026-11-15', at('2026-11-15T10:30:00'))).toEqual([
    { day: '2026-11-14', slot: 'morning' },
    { day: '2026-11-14', slot: 'afternoon' },
    { day: '2026-11-15', slot: 'morning' },
  ]);
  expect(slotAt(at('2026-11-15T11:59:00'))).toEqual({ day: '2026-11-15', slot: 'morning' });
  expect(slotAt(at('2026-11-15T12:00:00'))).toEqual({ day: '2026-11-15', slot: 'afternoon' });
});

test('a store is out from a reading out of range until the next one', () => {
  const reading = (time: string, inRange: boolean) => ({
    readAt: new Date(at(`2026-11-15T${time}`)).toISOString(),
    inRange,
  });
  const end = at('2026-11-16T00:00:00');
  expect(
    hoursOut([reading('08:00', true), reading('13:00', false), reading('14:00', false), reading('15:00', true)], end),
  ).toBe(2);
  expect(hoursOut([reading('21:30', false)], end)).toBe(2.5);
  expect(hoursOut([reading('08:00', false)], end)).toBe(12);
});
