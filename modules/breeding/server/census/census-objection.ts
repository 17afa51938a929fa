import { invalid, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { censusObjection } from '#modules/breeding/contract/census/census.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { markObjection, questionSheets } from './mother-census-sheet.ts';
import { insertInvestigation } from './mother-investigation.ts';

interface Against {
  id: number;
  village: number;
  status: string;
  roundId: number;
  sheetId: number | null;
  countedBy: number | null;
}

export const objectionRoutes = (): Route[] =>
  serveResource(censusObjection)({
    before: {
      add: async (call, values) => {
        const [paper] = await inTenant(call.tx, call.actor.tenantNo, 'breeding.objection', (sys) =>
          sys.query<Against>(
            `select p.id, p.village_code as village, p.status, p.round_id as "roundId", s.id as "sheetId",
               s.counted_by as "countedBy"
             from breeding.census_publicity p left join breeding.mother_census_sheet s on s.publicity_id = p.id
               and $2 <> ''
               and exists (select 1 from breeding.holder_seen h where h.id = s.principal_id and h.name = $2)
             where p.id = $1 limit 1`,
            [values.publicityId, values.holderName ?? ''],
          ),
        );
        if (!paper) throw invalid([{ field: 'publicityId', key: 'error.field.ref' }]);
        if (paper.status !== 'posted') throw refusal('notPosted', 'breeding.refusal.notPosted');
        const [no] = await call.tx.query<{ no: string }>("select kit.doc_no('BO') as no");
        return { docNo: no?.no, regionCode: paper.village, sheetId: paper.sheetId, fileIds: values.fileIds ?? [] };
      },
      transition: async (call, move, row) => {
        const form = move.form as { result: string; finding: string };
        const [sheet] = await call.tx.query<{ by: number | null }>(
          'select counted_by as by from breeding.mother_census_sheet where id = $1',
          [row.sheetId ?? 0],
        );
        // R38.
        if (sheet?.by && sheet.by === call.actor.userId) throw refusal('samePerson', 'breeding.refusal.samePerson');
        return {
          result: form.result,
          finding: form.finding,
          decidedBy: call.actor.userId,
          decidedAt: new Date().toISOString(),
        };
      },
    },
    after: {
      add: async (call, id) => {
        await inTenant(call.tx, call.actor.tenantNo, 'breeding.objection', async (sys) => {
          const [row] = await sys.query<{ docNo: string; regionCode: number; sheetId: number | null; unit: number }>(
            `select o.doc_no as "docNo", o.region_code as "regionCode", o.sheet_id as "sheetId",
               (select u.principal_id from breeding.account_seen u where u.id = o.created_by) as unit
             from breeding.census_objection o where o.id = $1`,
            [id],
          );
          if (row?.sheetId) await markObjection(sys, row.sheetId, true);
          await openTask(sys, {
            taskType: 'handle',
            taskName: { key: 'breeding.task.objection', args: { docNo: row?.docNo ?? '' } },
            entity: 'breeding.censusObjection',
            entityId: id,
            linkPath: '/improve/animalMother/censusPublicity?tab=objections',
            permission: 'improve:objection:decide',
            regionCode: row?.regionCode ?? 0,
            principalId: row?.unit ?? 0,
          });
        });
      },
      transition: async (call, move) => {
        if (!move.id) return;
        await inTenant(call.tx, call.actor.tenantNo, 'breeding.objection', async (sys) => {
          const [row] = await sys.query<{ sheetId: number | null; result: string | null }>(
            'select sheet_id as "sheetId", result from breeding.census_objection where id = $1',
            [move.id],
          );
          if (row?.sheetId) {
            await markObjection(sys, row.sheetId, false);
            if (row.result === 'upheld') {
              await questionSheets(sys, [row.sheetId], 'objection');
              await insertInvestigation(sys, [row.sheetId], 'objection', null);
            }
          }
          await closeTask(sys, 'breeding.censusObjection', move.id as number);
        });
      },
    },
  });
