import type { Call } from '#kit/server/http/call.ts';
import type { NewPlace } from './place-names.ts';
import { regionName } from './regions.ts';

export const recodeKind = 'recode';
const screenPath = '/system/regionInfo';

export interface Difference {
  readonly added: NewPlace[];
  readonly renamed: (NewPlace & { oldName: string })[];
  readonly gone: (NewPlace & { used: boolean })[];
}

/** Sends the rows of an abolished region to its successor. Whoever asks for a second person's consent calls this when it was given. */
export const startRecode = (call: Call, from: number, to: number): Promise<number> =>
  call.jobs.enqueue(call, {
    kind: recodeKind,
    title: `${regionName(from) ?? from} → ${regionName(to) ?? to}`,
    screenPath,
    params: { from, to },
  });

export const startDifference = (call: Call, title: string, difference: Difference): Promise<number> =>
  call.jobs.enqueue(call, { kind: recodeKind, title, screenPath, params: { difference } });
