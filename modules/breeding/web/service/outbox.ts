import { call } from '#kit/web/api/client.ts';
import { patience } from '#kit/web/field/network.ts';
import { defineOutbox, type Waiting } from '#kit/web/field/outbox.ts';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { addService, type ServiceInput } from '#modules/breeding/contract/record/service.ts';

/** A service as it lies on the device until there is a network. */
export interface QueuedService extends Waiting {
  readonly clientKey: string;
  readonly row: ServiceInput;
  readonly holder: string;
  readonly photos: readonly Picture[];
  readonly sign: Picture | null;
  readonly docNo?: string;
}

export const idsOf = (pictures: readonly Picture[]): number[] => pictures.flatMap((one) => one.fileId ?? []);

export const serviceOutbox = defineOutbox<QueuedService>({
  name: 'service',
  bizType: 'breeding.insemination',
  keyOf: (one) => one.clientKey,
  picturesOf: (one) => [...one.photos, ...(one.sign ? [one.sign] : [])],
  withPicture: (one, picture) => ({
    ...one,
    photos: one.photos.map((other) => (other.key === picture.key ? picture : other)),
    sign: one.sign?.key === picture.key ? picture : one.sign,
  }),
  send: async (one) => {
    const made = await call(addService, {
      body: {
        clientKey: one.clientKey,
        rows: [{ ...one.row, photoIds: idsOf(one.photos), signIds: idsOf(one.sign ? [one.sign] : []) }],
      },
      idempotencyKey: one.clientKey,
      quiet: true,
      signal: AbortSignal.timeout(patience),
    });
    const docNo = made.saved[0]?.docNo;
    return docNo ? { docNo } : {};
  },
});
