import { beforeEach, describe, expect, test } from 'vitest';
import { dropKept, keep, readKept } from './kept.ts';

beforeEach(() => localStorage.clear());

describe('what was typed and not sent', () => {
  test('R8 survives with the key it is sent by, is one’s own alone, and is gone once it was sent', () => {
    const typed = { complaint: '早上发现肚子胀', key: '0b7c' };
    keep(7, 'ask.own', typed);
    expect(readKept(7, 'ask.own')).toEqual(typed);
    expect(readKept(8, 'ask.own')).toBeNull();
    expect(readKept(7, 'talk.1')).toBeNull();
    dropKept(7, 'ask.own');
    expect(readKept(7, 'ask.own')).toBeNull();
  });

  test('R8 a store that is full or broken costs the draft, not the form', () => {
    localStorage.setItem('cure.kept.7.ask.own', '{half');
    expect(readKept(7, 'ask.own')).toBeNull();
  });
});
