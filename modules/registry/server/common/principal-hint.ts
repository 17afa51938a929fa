import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';

/** Neighbours often have the same name: the village, the end of the phone number and the heads tell which is meant. */
export function principalHint(
  row: Readonly<Record<string, unknown>>,
  { language, say }: Pick<Call, 'language' | 'say'>,
): string {
  const place = lookups().regionName(Number(row.regionCode), language)?.split(' ').at(-1);
  const phone = String(row.contactPhone ?? '').slice(-4);
  const heads = ['cattleHead', 'sheepHead', 'goatHead'].reduce((sum, name) => sum + Number(row[name] ?? 0), 0);
  return [place, phone, heads > 0 && say('registry.principal.hintHeads', { n: heads })].filter(Boolean).join(' · ');
}
