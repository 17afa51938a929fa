import type { TsvRow } from './reference-files.ts';

/** The group of a row of roles.tsv: administrators stand apart, all others are grouped by the kind of organisation they work for. */
export const roleGroupOf = ({ module, principalType = '' }: TsvRow): string =>
  module === 'platform' || principalType === 'any' ? 'administrators' : principalType;
