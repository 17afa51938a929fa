import { describe, expect, it } from 'vitest';
import { payeesOf } from './ins-settlement.ts';

const animal = (amount: number, bankId: number | null = null, bankInterest: number | null = null) => ({
  amount,
  paid: 0,
  bankId,
  bankInterest,
});

describe('R41: who is paid', () => {
  it('the bank up to what it is owed, once for all its animals; the holder the rest', () => {
    expect(payeesOf([animal(1_200_000, 7, 2_000_000), animal(1_200_000, 7, 2_000_000), animal(300_000)])).toEqual([
      { bankId: 7, cents: 2_000_000 },
      { bankId: null, cents: 700_000 },
    ]);
  });
  it('the bank everything where no limit was told, nothing where nothing is owed', () => {
    expect(payeesOf([animal(1_200_000, 7)])).toEqual([{ bankId: 7, cents: 1_200_000 }]);
    expect(payeesOf([animal(1_200_000, 7, 0)])).toEqual([{ bankId: null, cents: 1_200_000 }]);
  });
  it('what was paid before is not paid again', () => {
    expect(payeesOf([{ ...animal(900_000), paid: 900_000 }])).toEqual([]);
  });
});
