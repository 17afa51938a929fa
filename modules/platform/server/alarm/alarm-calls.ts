import type { Tx } from '#kit/server/db/database.ts';
import { sendMessage } from '#kit/server/message/message.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { templateOf } from './alarm-kind.ts';

interface Called {
  readonly kind: string;
  readonly level: string;
  readonly doc_no: string;
  readonly members: number;
}

/**
 * Text messages and calls to receivers, each number once. What is said names the kind, the level and the number of the alarm, and no
 * person (R131). Answers how many go out, and the ways that lead nowhere.
 */
export async function callReceivers(
  tx: Tx,
  { kind, level, doc_no: no, members }: Called,
  receiverIds: readonly number[],
): Promise<{ sent: number; unsent: string[] }> {
  if (receiverIds.length === 0) return { sent: 0, unsent: [] };
  const found = await tx.query<{ channels: string[]; phone: string | null; phone_hash: string | null }>(
    'select channels, phone, phone_hash from platform.alarm_phones($1)',
    [receiverIds],
  );
  // Whoever has no account has no language either.
  const args = {
    kind: templateOf(kind, 'name', 'zh_CN'),
    level: lookups().dictLabel('alarm_level', level, tx.scope.tenantNo, 'zh_CN') ?? level,
    no,
    n: Math.max(members, 1),
  };
  const told = new Set<string>();
  const unsent = new Set<string>();
  let sent = 0;
  for (const { channels, phone, phone_hash } of found)
    for (const way of ['sms', 'voice'] as const) {
      const once = `${way} ${phone_hash}`;
      if (!channels.includes(way) || told.has(once)) continue;
      if (phone && (await sendMessage(tx, { way, template: 'alarm.opened', args, sealedPhone: phone }))) {
        told.add(once);
        sent += 1;
      } else unsent.add(way);
    }
  return { sent, unsent: [...unsent] };
}
