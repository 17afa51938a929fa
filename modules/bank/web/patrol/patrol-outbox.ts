import { call } from '#kit/web/api/client.ts';
import { patience } from '#kit/web/field/network.ts';
import { defineOutbox, type Waiting } from '#kit/web/field/outbox.ts';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { submitPatrol } from '#modules/bank/contract/patrol/patrol.ts';
import type { Place } from '../site/parts.ts';

export interface QueuedItem {
  readonly code: string;
  readonly ok: boolean;
  readonly value: number | null;
  readonly note: string;
  readonly photos: readonly Picture[];
}
/** A visit as it lies on the device until there is a network. */
export interface QueuedVisit extends Waiting {
  readonly clientKey: string;
  readonly visitId: number;
  readonly docNo: string;
  readonly site: string;
  readonly startedAt: string;
  readonly location: Place | null;
  readonly beaconNo: string | null;
  readonly endedAt: string;
  readonly headsSeen: number;
  readonly items: readonly QueuedItem[];
  readonly scans: readonly { tag: string; readBy: 'rfid' | 'camera' | 'typed'; at: string }[];
  readonly conclusion: 'normal' | 'watch' | 'serious';
  readonly note: string;
  readonly photos: readonly Picture[];
  readonly signature: Picture | null;
  readonly outcome?: { readonly issues: number; readonly seen: number };
}
const filesOf = (pictures: readonly Picture[]) => pictures.flatMap((one) => one.fileId ?? []);

export const patrolOutbox = defineOutbox<QueuedVisit>({
  name: 'patrolVisit',
  bizType: 'bank.patrolVisit',
  keyOf: (one) => one.clientKey,
  picturesOf: (one) => [
    ...one.items.flatMap((item) => item.photos),
    ...one.photos,
    ...(one.signature ? [one.signature] : []),
  ],
  withPicture: (one, sent) => {
    const put = (list: readonly Picture[]) => list.map((old) => (old.key === sent.key ? sent : old));
    return {
      ...one,
      photos: put(one.photos),
      signature: one.signature?.key === sent.key ? sent : one.signature,
      items: one.items.map((item) => ({ ...item, photos: put(item.photos) })),
    };
  },
  send: async (one) => {
    const { issues, seen } = await call(submitPatrol, {
      body: {
        visitId: one.visitId,
        clientKey: one.clientKey,
        startedAt: one.startedAt,
        location: one.location,
        beaconNo: one.beaconNo,
        endedAt: one.endedAt,
        headsSeen: one.headsSeen,
        items: one.items.map((item) => ({ ...item, note: item.note.trim() || null, photos: filesOf(item.photos) })),
        scans: [...one.scans],
        conclusion: one.conclusion,
        note: one.note.trim() || null,
        holderSign: one.signature?.fileId ?? null,
        photos: filesOf(one.photos),
      },
      idempotencyKey: one.clientKey,
      quiet: true,
      signal: AbortSignal.timeout(patience),
    });
    return { outcome: { issues, seen } };
  },
});
