import { creditCodeCheck } from '#modules/registry/contract/principal/credit-code.ts';

let serial = 0;

/** A word nothing else in this run has. */
export function unique(): string {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
}

export function newCreditCode(): string {
  serial += 1;
  const body = `91150521${String(100000000 + serial + (process.pid % 1000) * 1000).slice(0, 9)}`;
  return body + creditCodeCheck(body);
}
