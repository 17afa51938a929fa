import type { z } from 'zod';
import { call } from '#kit/web/api/client.ts';
import { patience } from '#kit/web/field/network.ts';
import { defineOutbox, type Waiting } from '#kit/web/field/outbox.ts';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { forget, keep, kept } from '#kit/web/offline/vault.ts';
import { explainCount, finishCount, mostScans, sendCount } from '#modules/bank/contract/count/count.ts';
import type { Place } from '../site/parts.ts';

export type Explain = 'elsewhere' | 'dead' | 'saleApproved' | 'tagLost' | 'none';
export interface QueuedScan {
  readonly tag: string;
  readonly animalId: number | null;
  readonly readBy: 'rfid' | 'camera' | 'typed';
  readonly at: string;
  readonly location: Place | null;
  readonly photo: Picture | null;
}
export interface QueuedExplain {
  readonly animalId: number;
  readonly earTag: string;
  readonly explain: Explain;
  readonly note: string;
  readonly proof: readonly Picture[];
}
type Answer = z.output<typeof sendCount.data>;
/** What was counted since the last sheet, as it lies on the device until there is a network. */
export interface QueuedCount extends Waiting {
  readonly clientKey: string;
  /** A key for each part a large sheet is sent in, and for the steps after it. */
  readonly keys: readonly string[];
  readonly countId: number;
  readonly docNo: string;
  readonly site: string;
  readonly scans: readonly QueuedScan[];
  readonly explains: readonly QueuedExplain[];
  readonly signature: Picture | null;
  readonly finish: boolean;
  readonly refused?: Answer['refused'];
  readonly outcome?: { readonly found: number; readonly left: number; readonly status: string };
}
export const partsOf = (scans: number): number => Math.max(1, Math.ceil(scans / mostScans));

export const countOutbox = defineOutbox<QueuedCount>({
  name: 'pledgeCount',
  bizType: 'bank.pledgeCountLine',
  keyOf: (one) => one.clientKey,
  picturesOf: (one) => [
    ...one.scans.flatMap((scan) => scan.photo ?? []),
    ...one.explains.flatMap((explain) => explain.proof),
    ...(one.signature ? [one.signature] : []),
  ],
  withPicture: (one, sent) => ({
    ...one,
    signature: one.signature?.key === sent.key ? sent : one.signature,
    scans: one.scans.map((scan) => (scan.photo?.key === sent.key ? { ...scan, photo: sent } : scan)),
    explains: one.explains.map((explain) => ({
      ...explain,
      proof: explain.proof.map((old) => (old.key === sent.key ? sent : old)),
    })),
  }),
  send: async (one) => {
    const sending = (n: number) => ({
      idempotencyKey: one.keys[n] ?? one.clientKey,
      quiet: true,
      signal: AbortSignal.timeout(patience),
    });
    const refused: Answer['refused'] = [];
    let answer: Answer | null = null;
    const parts = partsOf(one.scans.length);
    for (let n = 0; n < parts; n += 1) {
      answer = await call(sendCount, {
        body: {
          countId: one.countId,
          clientKey: one.clientKey,
          scans: one.scans.slice(n * mostScans, (n + 1) * mostScans).map(({ animalId: _, photo, ...scan }) => ({
            ...scan,
            photo: photo?.fileId ?? null,
          })),
        },
        ...sending(n),
      });
      refused.push(...answer.refused);
    }
    if (one.explains.length > 0)
      await call(explainCount, {
        body: {
          countId: one.countId,
          lines: one.explains.map(({ animalId, explain, note, proof }) => ({
            animalId,
            explain,
            note: note.trim() || null,
            proof: proof.flatMap((picture) => picture.fileId ?? []),
          })),
        },
        ...sending(parts),
      });
    const left = Math.max(0, (answer?.left ?? 0) - one.explains.length);
    if (!one.finish) return { refused, outcome: { found: answer?.found ?? 0, left, status: 'counting' } };
    const done = await call(finishCount, {
      body: { countId: one.countId, clientKey: one.clientKey, holderSign: one.signature?.fileId ?? null },
      ...sending(parts + 1),
    });
    return { refused, outcome: { found: done.found, left: 0, status: done.status } };
  },
});

const draftName = (countId: number) => `bank:countDraft:${countId}`;

export interface Draft {
  readonly scans: readonly QueuedScan[];
  readonly explains: readonly QueuedExplain[];
}
/** What was scanned and not handed over yet: a telephone whose battery dies has counted for nothing otherwise. */
export const keepDraft = (countId: number, draft: Draft): Promise<unknown> =>
  (draft.scans.length + draft.explains.length > 0 ? keep(draftName(countId), draft) : forget(draftName(countId))).catch(
    () => null,
  );
export const keptDraft = (countId: number): Promise<Draft | null> => kept<Draft>(draftName(countId)).catch(() => null);
