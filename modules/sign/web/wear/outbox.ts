import { call } from '#kit/web/api/client.ts';
import { patience } from '#kit/web/field/network.ts';
import { defineOutbox, type Waiting } from '#kit/web/field/outbox.ts';
import { sendWear, type WearList } from '#modules/sign/contract/wear/wear.ts';

/** A wearing list as it lies on the device until there is a network. */
export interface QueuedWear extends Waiting {
  readonly list: WearList;
  readonly holder: string;
  /** Under which the lines that are refused wait for their correction; fixed from the start, so that they wait once. */
  readonly nextKey: string;
  readonly docNo?: string | null;
  readonly accepted?: number;
  /** Why each of these numbers came back. */
  readonly reasons?: Readonly<Record<string, string>>;
}

export const sendList = (list: WearList) =>
  call(sendWear, {
    body: list,
    idempotencyKey: list.clientKey,
    quiet: true,
    signal: AbortSignal.timeout(patience),
  });

/** What of a list was refused, as a list of its own. */
export function returned(
  one: QueuedWear,
  refused: readonly { readonly code: string; readonly words: string }[],
  key: string,
): QueuedWear {
  const reasons = Object.fromEntries(refused.map(({ code, words }) => [code, words]));
  return {
    list: { ...one.list, clientKey: one.nextKey, lines: one.list.lines.filter(({ code }) => code in reasons) },
    holder: one.holder,
    nextKey: key,
    reasons,
    why: refused.map(({ words }) => words).join(' · '),
    queuedAt: one.queuedAt,
    state: 'refused',
  };
}

export const wearOutbox = defineOutbox<QueuedWear>({
  name: 'wear',
  bizType: 'sign.wear',
  keyOf: (one) => one.list.clientKey,
  picturesOf: () => [],
  withPicture: (one) => one,
  send: async (one) => {
    const { docNo, accepted, refused } = await sendList(one.list);
    if (refused.length > 0) {
      const known = wearOutbox.useOutbox.getState().items.some((other) => other.list.clientKey === one.nextKey);
      if (!known) await wearOutbox.enqueue(returned(one, refused, crypto.randomUUID()));
    }
    return { docNo, accepted };
  },
});
