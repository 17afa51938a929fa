import type { Language } from '#kit/contract/envelope.ts';
import { lookups } from '#kit/server/resource/lookups.ts';

/** Neighbours often have the same name: the village, the end of the phone number and the heads tell which is meant. */
export function principalHint(row: Readonly<Record<string, unknown>>, language: Language): string {
  const place = lookups().regionName(Number(row.regionCode), language)?.split(' ').at(-1);
  const phone = String(row.contactPhone ?? '').slice(-4);
  const heads = ['cattleHead', 'sheepHead', 'goatHead'].reduce((sum, name) => sum + Number(row[name] ?? 0), 0);
  const words = language === 'en' ? `${heads} head` : language === 'zh_TW' ? `${heads} 頭` : `${heads} 头`;
  return [place, phone, heads > 0 && words].filter(Boolean).join(' · ');
}
