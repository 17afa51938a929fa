import { wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insPatrolLine } from '#modules/insurance/contract/coinsurance/coinsurance.ts';

/** R49: of at least three holders, if there are as many: the first of each holder, then whoever is next in the draw. */
export async function drawLines(
  tx: Tx,
  patrol: { readonly id: number; readonly insurerId: number; readonly range: readonly [number, number] },
  seed: number,
  head: number,
): Promise<number> {
  const rows = await tx.query(
    `insert into insurance.ins_patrol_line (tenant_no, region_code, patrol_id, insurer_id, policy_animal_id, animal_id,
       ear_tag, holder_name, created_by, updated_by)
     select kit.tenant(), d.region_code, $1, d.insurer_id, d.id, d.animal_id, d.ear_tag, d.holder_name, $7, $7
     from (select a.*, c.holder_name, kit.draw_key($5, a.id, 1) as key,
         row_number() over (partition by a.principal_id order by kit.draw_key($5, a.id, 1)) as turn
       from insurance.ins_policy_animal a join insurance.ins_policy_party c on c.tenant_no = a.tenant_no
         and c.id = a.party_id
       where a.tenant_no = kit.tenant() and a.insurer_id = $2 and a.region_code >= $3 and a.region_code < $4
         and a.status in ('live', 'transferPending') and a.cover_from <= current_date) d
     order by d.turn, d.key limit $6 returning 1`,
    [patrol.id, patrol.insurerId, ...patrol.range, seed, head, tx.scope.userId],
  );
  return rows.length;
}

export const patrolLineRoutes = (): Route[] =>
  serveResource(insPatrolLine)({
    before: {
      transition: async (call, move, row) => {
        const [patrol] = await call.tx.query<{ status: string }>(
          'select status from insurance.ins_patrol where tenant_no = kit.tenant() and id = $1',
          [row.patrolId],
        );
        if (patrol?.status !== 'running' && patrol?.status !== 'rectifying')
          throw wrongState(patrol?.status ?? '', 'insurance.insPatrol._title');
        const { words, pictures } = (move.form ?? {}) as { words?: string; pictures?: number[] | null };
        return move.name === 'see' ? undefined : { note: words ?? null, photos: pictures ?? null };
      },
    },
    after: {
      transition: async (call, move) => {
        const { pictures } = (move.form ?? {}) as { pictures?: number[] | null };
        if (pictures?.length) await linkFiles(call.tx, pictures, 'insurance.insPatrolLine', move.id);
      },
    },
  });
