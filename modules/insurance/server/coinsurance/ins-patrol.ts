import { randomInt } from 'node:crypto';
import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { alarmScores } from '#modules/insurance/contract/claim/alarm-kinds.ts';
import { insPatrol } from '#modules/insurance/contract/coinsurance/coinsurance.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { drawLines } from './ins-patrol-line.ts';

const count = (status: string) => `(select count(*)::int from insurance.ins_patrol_line l
  where l.tenant_no = t.tenant_no and l.patrol_id = t.id and l.status = '${status}')`;

interface Found {
  readonly docNo: string;
  readonly regionCode: number;
  readonly insurerId: number;
  readonly open: number;
  readonly absent: number;
}
async function foundBy(tx: Tx, id: number): Promise<Found | null> {
  const [row] = await tx.query<Found>(
    `select t.doc_no as "docNo", t.region_code as "regionCode", t.insurer_id as "insurerId", ${count('open')} as open,
       ${count('absent')} as absent from insurance.ins_patrol t where t.tenant_no = kit.tenant() and t.id = $1`,
    [id],
  );
  return row ?? null;
}

export const patrolRoutes = (): Route[] =>
  serveResource(insPatrol)({
    expressions: {
      insurer: 'registry.principal_name(t.insurer_id)',
      seen: count('seen'),
      absent: count('absent'),
      foreign: count('foreignTag'),
    },
    before: {
      add: async (call) => {
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('IR') as no`);
        return { docNo: no?.no, insurerId: call.actor.principalId ?? 0, seed: randomInt(1, 2_000_000_000) };
      },
      transition: async (call, move, row) => {
        if (move.name === 'start' && row.drawn === 0) throw refuse('nothingEligible');
        if (move.name === 'submit' && ((await foundBy(call.tx, row.id))?.open ?? 0) > 0) throw refuse('animalsLeft');
        if (move.name !== 'rectify') return undefined;
        const { rectifyBy } = move.form as { rectifyBy: string };
        if (rectifyBy < today()) throw refuse('wrongDays');
        return { rectifyBy };
      },
    },
    after: {
      add: async (call, id, values) => {
        const insurerId = call.actor.principalId ?? 0;
        const head = await numberOf(call.tx, 'patrol.minHead', values.regionCode, insurerId);
        const [own] = await call.tx.query<{ seed: number }>('select seed from insurance.ins_patrol where id = $1', [
          id,
        ]);
        const range = rangeOf(values.regionCode);
        const drawn = await drawLines(call.tx, { id, insurerId, range }, own?.seed ?? 0, head);
        await call.tx.query('update insurance.ins_patrol set drawn = $2 where tenant_no = kit.tenant() and id = $1', [
          id,
          drawn,
        ]);
      },
      transition: async (call, move) => {
        if (move.name !== 'submit') return;
        const found = await foundBy(call.tx, move.id);
        if (!found || found.absent === 0) return;
        await openAlarm(call.tx, {
          kind: 'patrolAbsent',
          dedupKey: `patrolAbsent:${move.id}`,
          subject: { entity: 'insurance.insPatrol', id: move.id, name: found.docNo },
          regionCode: found.regionCode,
          principalId: found.insurerId,
          insurerId: found.insurerId,
          score: alarmScores.patrolAbsent,
          args: { id: move.id, docNo: found.docNo, n: found.absent },
          evidence: { absent: found.absent },
        });
      },
    },
  });
