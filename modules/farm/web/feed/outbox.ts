import { call } from '#kit/web/api/client.ts';
import { patience } from '#kit/web/field/network.ts';
import { defineOutbox, type Waiting } from '#kit/web/field/outbox.ts';
import { type FeedingInput, saveFeeding } from '#modules/farm/contract/feed/feed.ts';

/** A feeding as it lies on the device until there is a network; sent twice it is one record. */
export interface QueuedFeeding extends Waiting {
  readonly row: FeedingInput;
  readonly pen: string;
}

export const feedingOutbox = defineOutbox<QueuedFeeding>({
  name: 'feeding',
  bizType: 'farm.feedingRecord',
  keyOf: (one) => one.row.requestId,
  picturesOf: () => [],
  withPicture: (one) => one,
  send: async ({ row }) => {
    await call(saveFeeding, {
      body: row,
      idempotencyKey: row.requestId,
      quiet: true,
      signal: AbortSignal.timeout(patience),
    });
    return {};
  },
});
