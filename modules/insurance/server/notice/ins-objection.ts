import { invalid } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { insObjection } from '#modules/insurance/contract/notice/notice.ts';
import { addWorkingDays, closeTask, openTask } from '#modules/platform/server/index.ts';
import { addSeen } from '../check/add-line.ts';
import { listOf } from '../enrolment/ins-enrolment.moves.ts';
import { dropLines } from '../enrolment/ins-enrolment-line.ts';
import { dropParties } from '../enrolment/ins-enrolment-party.ts';
import { retotal } from '../enrolment/retotal.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { restartNotice } from './ins-publicity.ts';

interface Notice {
  readonly id: number;
  readonly docNo: string;
  readonly status: string;
  readonly regionCode: number;
  readonly insurerId: number;
  readonly enrolmentId: number | null;
}
const noticeSql = `select id, doc_no as "docNo", status, region_code as "regionCode", insurer_id as "insurerId",
  enrolment_id as "enrolmentId" from insurance.ins_publicity where tenant_no = kit.tenant() and id = $1`;

export const objectionRoutes = (): Route[] =>
  serveResource(insObjection)({
    before: {
      add: async (call, values) => {
        const [notice] = await call.tx.query<Notice>(noticeSql, [values.publicityId]);
        if (!notice) throw invalid([{ field: 'publicityId', key: 'error.field.ref' }]);
        if (notice.status !== 'posted') throw refuse('notPosted');
        const days = await numberOf(call.tx, 'publicity.objectionDays', notice.regionCode, notice.insurerId);
        const [party] = await call.tx.query<{ id: number }>(
          `select id from insurance.ins_enrolment_party where tenant_no = kit.tenant() and enrolment_id = $1
             and holder_name = $2 limit 1`,
          [notice.enrolmentId, values.holderName ?? ''],
        );
        return {
          handlerUnitId: call.actor.principalId,
          partyId: party?.id ?? null,
          dueOn: await addWorkingDays(call.tx, today(), days),
          files: values.files ?? null,
        };
      },
      transition: async (call, move, row) => {
        const by = { handledBy: call.actor.userId, handledAt: new Date().toISOString() };
        if (move.name === 'appeal') {
          if (row.appealed) throw refuse('appealedOnce');
          return { appealed: true };
        }
        if (move.name === 'reject') return { ...by, reply: (move.form as { reply: string }).reply };
        const form = move.form as {
          finding: string;
          dropTag?: string | null;
          dropHolder?: boolean | null;
          addTag?: string | null;
        };
        const effect = form.dropHolder ? 'dropParty' : form.dropTag ? 'dropLine' : form.addTag ? 'restart' : 'none';
        return { ...by, finding: form.finding, effect };
      },
    },
    after: {
      add: async (call, id, values) => {
        const [notice] = await call.tx.query<Notice>(noticeSql, [values.publicityId]);
        await openTask(call.tx, {
          taskType: 'handle',
          taskName: { key: 'insurance.task.objection', args: { docNo: notice?.docNo ?? '' } },
          entity: 'insurance.insObjection',
          entityId: id,
          linkPath: '/insuranceMgt/publicity?tab=objections',
          permission: 'ins:publicity:handle',
          regionCode: notice?.regionCode ?? 0,
          principalId: call.actor.principalId,
        });
      },
      transition: async (call, move) => {
        const { tx } = call;
        if (move.name === 'appeal') return;
        await closeTask(tx, 'insurance.insObjection', move.id);
        if (move.name !== 'uphold') return;
        const [own] = await tx.query<{ partyId: number | null; enrolmentId: number | null; noticeId: number }>(
          `select o.party_id as "partyId", n.id as "noticeId", n.enrolment_id as "enrolmentId"
           from insurance.ins_objection o
             join insurance.ins_publicity n on n.tenant_no = o.tenant_no and n.id = o.publicity_id where o.id = $1`,
          [move.id],
        );
        if (!own?.enrolmentId) return;
        const form = move.form as { dropTag?: string | null; dropHolder?: boolean | null; addTag?: string | null };
        // R28: what takes away or lowers needs no new notice.
        if (form.dropHolder && own.partyId) {
          await dropLines(tx, { partyIds: [own.partyId] }, 'objection');
          await dropParties(tx, [own.partyId], 'objection');
        } else if (form.dropTag) {
          const lines = await tx.query<{ id: number }>(
            `select id from insurance.ins_enrolment_line where tenant_no = kit.tenant() and enrolment_id = $1
               and ear_tag = $2`,
            [own.enrolmentId, form.dropTag],
          );
          if (lines.length === 0) throw invalid([{ field: 'dropTag', key: 'error.field.ref' }]);
          await dropLines(tx, { lineIds: lines.map((one) => one.id) }, 'objection');
        } else if (form.addTag) {
          const partyId = await addSeen(tx, own.enrolmentId, form.addTag);
          await restartNotice(tx, own.noticeId, await listOf(tx, own.enrolmentId), partyId);
        }
        await retotal(tx, own.enrolmentId);
      },
    },
  });
