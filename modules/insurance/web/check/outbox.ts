import type { z } from 'zod';
import { call } from '#kit/web/api/client.ts';
import { patience } from '#kit/web/field/network.ts';
import { defineOutbox, type Waiting } from '#kit/web/field/outbox.ts';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { sendScans } from '#modules/insurance/contract/check/check.ts';

export interface QueuedScan {
  readonly seq: number;
  readonly tagRead: string;
  readonly readBy: 'rfid' | 'camera' | 'typed';
  readonly photos: readonly { picture: Picture; angle: string }[];
  readonly location: { longitude: number; latitude: number } | null;
  readonly takenAt: string;
  readonly health: 'ok' | 'sick' | 'injured';
  readonly safeTagNo: string | null;
}
/** A round of scans as it lies on the device until there is a network. */
export interface QueuedSession extends Waiting {
  readonly clientKey: string;
  readonly taskId: number;
  readonly docNo: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly scans: readonly QueuedScan[];
  readonly holderPhotos: readonly Picture[];
  readonly submit: boolean;
  readonly answer?: z.output<typeof sendScans.data>;
}

export const checkOutbox = defineOutbox<QueuedSession>({
  name: 'tagCheck',
  bizType: 'insurance.insEnrolmentLine',
  keyOf: (one) => one.clientKey,
  picturesOf: (one) => [...one.scans.flatMap((scan) => scan.photos.map((photo) => photo.picture)), ...one.holderPhotos],
  withPicture: (one, sent) => ({
    ...one,
    holderPhotos: one.holderPhotos.map((old) => (old.key === sent.key ? sent : old)),
    scans: one.scans.map((scan) => ({
      ...scan,
      photos: scan.photos.map((photo) => (photo.picture.key === sent.key ? { ...photo, picture: sent } : photo)),
    })),
  }),
  send: async (one) => {
    const answer = await call(sendScans, {
      body: {
        clientKey: one.clientKey,
        taskId: one.taskId,
        device: navigator.userAgent.slice(0, 80),
        startedAt: one.startedAt,
        endedAt: one.endedAt,
        photosHolder: one.holderPhotos.flatMap((picture) => picture.fileId ?? []),
        submit: one.submit,
        scans: one.scans.map((scan) => ({
          seq: scan.seq,
          tagRead: scan.tagRead,
          readBy: scan.readBy,
          photos: scan.photos.flatMap(({ picture, angle }) =>
            picture.fileId ? [{ fileId: picture.fileId, angle }] : [],
          ),
          location: scan.location,
          takenAt: scan.takenAt,
          facts: { health: scan.health },
          safeTagNo: scan.safeTagNo,
        })),
      },
      idempotencyKey: one.clientKey,
      quiet: true,
      signal: AbortSignal.timeout(patience),
    });
    return { answer };
  },
});
