import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speciesDefaults } from '../setting/parameters.ts';
import { type CycleRecord, foldCycles } from './cycle-fold.ts';
import { addDays } from './days.ts';
import { matchCalving, windowOf } from './match.ts';

const rules = speciesDefaults.cattle;
const facts = {
  birthDate: '2020-01-01',
  entryOn: '2020-02-01',
  parityAtStart: 0,
  firstServiceMonths: 15,
  gestation: 285,
};
const service = (id: number, on: string, sireCode = 'A', hour = 9): CycleRecord => ({
  kind: 'service',
  id,
  at: Date.parse(`${on}T00:00:00Z`) + hour * 3_600_000,
  servedOn: on,
  servedUntil: null,
  sireCode,
  straws: 1,
});
const check = (id: number, on: string, result: 'pregnant' | 'empty' | 'suspect' | 'aborted'): CycleRecord => ({
  kind: 'check',
  id,
  on,
  result,
  fetusDays: null,
  namedServiceId: null,
  recheckOn: null,
});
const calving = (id: number, on: string): CycleRecord => ({ kind: 'calving', id, on, namedServiceId: null });
const fold = (records: readonly CycleRecord[]) => foldCycles(records, facts, rules);

describe('cycles', () => {
  it('R17 within 36 hours is the second shot of a heat, later a new heat that makes the first repeated', () => {
    const { services, cycles } = fold([
      service(1, '2022-05-01', 'A', 6),
      service(2, '2022-05-01', 'A', 18),
      service(3, '2022-05-22'),
    ]);
    expect(services.get(2)).toMatchObject({ heatNo: 1, shotNo: 2 });
    expect(services.get(3)).toMatchObject({ heatNo: 2, shotNo: 1, intervalDays: 21, outcome: 'pending' });
    expect(services.get(1)?.outcome).toBe('repeated');
    expect(cycles.at(-1)).toMatchObject({ status: 'served', heats: 2, straws: 3 });
  });

  it('R24 says what is ahead: watch, check and calving', () => {
    expect(fold([service(1, '2022-05-01')]).cycles.at(-1)).toMatchObject({
      watchFrom: '2022-05-18',
      watchTo: '2022-05-26',
      checkDueOn: '2022-06-30',
      expectedOn: addDays('2022-05-01', 285),
    });
  });

  it('R25 a check judges the last heat, a calving overrules both', () => {
    const { services, calvings, parity, cycles } = fold([
      service(1, '2022-05-01', 'A'),
      service(2, '2022-05-22', 'B'),
      check(3, '2022-07-25', 'pregnant'),
      calving(4, addDays('2022-05-22', 264)),
    ]);
    // 264 days after the second, 285 after the first.
    expect(calvings.get(4)).toMatchObject({ serviceId: 1, sireCode: 'A', gestationDays: 285, fit: 'normal' });
    expect(services.get(1)?.outcome).toBe('calved');
    expect(services.get(2)?.outcome).toBe('empty');
    expect(parity).toBe(1);
    expect(cycles.at(-1)).toMatchObject({ status: 'open', openedBy: 'calved', parityBefore: 1 });
  });

  it('R28, R29 the latest service in the normal window; a rival in it leaves the sire uncertain', () => {
    const window = windowOf(rules, 285);
    const served = (id: number, servedOn: string, sireCode: string) => ({ id, servedOn, servedUntil: null, sireCode });
    const born = '2023-03-01';
    const two = [served(1, addDays(born, -290), 'A'), served(2, addDays(born, -279), 'B')];
    expect(matchCalving(two, born, window)).toMatchObject({ serviceId: 2, sireCertain: false, fit: 'normal' });
    expect(matchCalving([served(1, addDays(born, -180), 'A')], born, window)).toMatchObject({
      fit: 'noMatch',
      sireCode: null,
    });
    expect(matchCalving([], born, window).fit).toBe('noService');
    expect(matchCalving([served(1, addDays(born, -250), 'A')], born, window).fit).toBe('early');
  });

  it('an abortion closes the cycle and opens the next', () => {
    const { cycles, services } = fold([service(1, '2022-05-01'), check(2, '2022-08-01', 'aborted')]);
    expect(services.get(1)?.outcome).toBe('aborted');
    expect(cycles.map((one) => one.status)).toEqual(['aborted', 'open']);
  });

  it('the same records in any order of arrival give the same cycles, parity and outcomes (5,000 cows)', () => {
    const day = fc.integer({ min: 0, max: 1400 }).map((n) => addDays('2021-06-01', n));
    const record = fc.oneof(
      fc.record({ what: fc.constant('service' as const), on: day, sire: fc.constantFrom('A', 'B', 'C') }),
      fc.record({
        what: fc.constant('check' as const),
        on: day,
        result: fc.constantFrom('pregnant', 'empty', 'suspect', 'aborted'),
      }),
      fc.record({ what: fc.constant('calving' as const), on: day }),
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 14 }), fc.infiniteStream(fc.nat()), (given, noise) => {
        const records = given.map((one, at): CycleRecord => {
          if (one.what === 'service') return service(at + 1, one.on, one.sire);
          if (one.what === 'check') return check(at + 1, one.on, one.result as 'pregnant');
          return calving(at + 1, one.on);
        });
        const shuffled = records
          .map((one) => [noise.next().value as number, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);
        const [first, second] = [fold(records), fold(shuffled)];
        expect(second.cycles).toEqual(first.cycles);
        expect(second.parity).toBe(first.parity);
        expect([...second.services].sort()).toEqual([...first.services].sort());
      }),
      { numRuns: 5000 },
    );
  });
});
