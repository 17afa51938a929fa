import { sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { unitOf } from '#modules/breeding/contract/subsidy/conditions.ts';
import { judgeAll, programmeOf, resultHash } from './compute.ts';
import { batchOf } from './subsidy-batch.ts';

export interface Difference {
  lineId: number | null;
  payee: string;
  storedCents: number;
  nowCents: number;
  why: string;
}
export interface Recomputed {
  equal: boolean;
  storedCents: number;
  nowCents: number;
  diffs: Difference[];
}
interface Stored {
  lineId: number;
  key: string;
  payee: string;
  cents: number;
  adjusts: boolean;
}
const linesOf = (tx: Pick<Tx, 'query'>, id: number) =>
  tx.query<Stored>(
    `select id as "lineId", payee_kind || ':' || payee_id || case when adjust_of is null then '' else ':-' end as key,
       payee_name as payee, amount_cents as cents, adjust_of is not null as adjusts
     from breeding.subsidy_line where tenant_no = kit.tenant() and batch_id = $1 order by id`,
    [id],
  );

/** R47: each basis from its stored inputs and its version of the rule, each line from its bases, to the cent. */
export async function recomputeStored(tx: Tx, id: number): Promise<Recomputed> {
  const batch = await batchOf(tx, id);
  const programme = await programmeOf(tx, batch.programmeId);
  const lines = await linesOf(tx, id);
  const bases = await tx.query<{
    lineId: number;
    inputs: Record<string, never>;
    params: unknown;
    cents: number;
    adjusts: boolean;
  }>(
    `select s.line_id as "lineId", s.inputs, r.params, s.amount_cents as cents, s.adjust_of is not null as adjusts
     from breeding.subsidy_basis s join breeding.subsidy_rule r on r.id = s.rule_id
     where s.tenant_no = kit.tenant() and s.batch_id = $1`,
    [id],
  );
  const now = new Map<number, number[]>();
  for (const one of bases) {
    const cents = one.adjusts ? Number(one.inputs.unitCents) : unitOf(programme.kind, one.inputs, one.params);
    now.set(one.lineId, [...(now.get(one.lineId) ?? []), cents]);
  }
  const diffs = lines.flatMap(({ lineId, payee, cents }): Difference[] => {
    const nowCents = sumCents(now.get(lineId) ?? []);
    return nowCents === cents ? [] : [{ lineId, payee, storedCents: cents, nowCents, why: 'stored' }];
  });
  const nowCents = sumCents([...now.values()].map(sumCents));
  const isSame =
    resultHash(lines.map(({ key, lineId }) => [key, sumCents(now.get(lineId) ?? [])] as const)) === batch.resultHash;
  return {
    equal: diffs.length === 0 && isSame && nowCents === batch.totalCents,
    storedCents: batch.totalCents,
    nowCents,
    diffs,
  };
}

/** From the records as they are today: what would come out differently, and for whom. */
export async function recomputeLive(tx: Tx, id: number): Promise<Recomputed> {
  const batch = await batchOf(tx, id);
  const programme = await programmeOf(tx, batch.programmeId);
  const lines = (await linesOf(tx, id)).filter((one) => !one.adjusts);
  const judged = await judgeAll(tx, {
    programme,
    regionCode: batch.regionCode,
    from: batch.periodFrom,
    to: batch.periodTo,
    cutAt: batch.cutAt,
    exceptBatch: id,
  });
  const now = new Map<string, { payee: string; cents: number }>();
  for (const { candidate, cents, reason } of judged) {
    if (reason !== null) continue;
    const key = `${candidate.payeeKind}:${candidate.payeeId}`;
    now.set(key, { payee: candidate.payeeName, cents: (now.get(key)?.cents ?? 0) + cents });
  }
  const byKey = new Map(lines.map((one) => [one.key, one]));
  const diffs = [...new Set([...byKey.keys(), ...now.keys()])].flatMap((key): Difference[] => {
    const [was, is] = [byKey.get(key), now.get(key)];
    const [storedCents, nowCents] = [was?.cents ?? 0, is?.cents ?? 0];
    const why = !was ? 'new' : !is ? 'gone' : 'changed';
    return storedCents === nowCents
      ? []
      : [{ lineId: was?.lineId ?? null, payee: was?.payee ?? is?.payee ?? '', storedCents, nowCents, why }];
  });
  const storedCents = sumCents(lines.map((one) => one.cents));
  const nowCents = sumCents([...now.values()].map((one) => one.cents));
  return { equal: diffs.length === 0, storedCents, nowCents, diffs };
}
