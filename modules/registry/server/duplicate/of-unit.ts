import type { Match } from '#kit/server/resource/columns.ts';

/** R63: lists of a unit show what was done under the ids that were merged into it, too. */
export const ofUnit: Match = (value, add) =>
  `t.principal_id = any (array(select unnest(registry.with_merged(x)) from unnest(${add(value.split(',').map(Number))}::bigint[]) x))`;
