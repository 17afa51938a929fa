import type { Tx } from '#kit/server/db/database.ts';
import { nearest } from '#kit/server/db/nearest.ts';
import { numberSettings, type Settings, usualSettings } from '#modules/cure/contract/setting/settings.ts';

/**
 * How care works at a place: what the nearest region above it says, else what is usual.
 *
 * @example
 * const { offLabelDays } = await settingsFor(tx, holder.regionCode);
 */
export async function settingsFor(tx: Tx, regionCode: number): Promise<Settings> {
  const said = await nearest<{ code: string; value: string }>(tx, 'cure.cure_setting', regionCode, {
    keys: ['code'],
    select: 't.code, t.value',
  });
  const all = { ...usualSettings, ...Object.fromEntries(said.map((one) => [one.code, one.value])) };
  return Object.fromEntries(
    Object.entries(all).map(([code, value]) => [code, code in numberSettings ? Number(value) : value]),
  ) as unknown as Settings;
}

const words = { critical: 'Critical', urgent: 'Urgent', normal: 'Normal' } as const;
const wordOf = (urgency: string) => words[urgency as keyof typeof words] ?? 'Normal';

/** R11, R19: minutes of an offer, of the first reply and of the answer, by urgency. */
export const clocksOf = (settings: Settings, urgency: string) => ({
  offer: settings[`offerMinutes${wordOf(urgency)}`],
  reply: settings[`replyMinutes${wordOf(urgency)}`],
  answer: settings[`answerHours${wordOf(urgency)}`] * 60,
});
