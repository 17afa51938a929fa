import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { patrolVisit } from '#modules/bank/contract/patrol/patrol.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { refuse } from '../refusals.ts';
import { visitOf } from './patrol-row.ts';

const nickname = (column: string) =>
  `(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.${column})`;

export const patrolVisitRoutes = (): Route[] =>
  serveResource(patrolVisit)({
    expressions: {
      client: 'registry.principal_name(t.principal_id)',
      supervisor: 'registry.principal_name(t.supervisor_id)',
      patroller: nickname('patroller_id'),
      confirmer: nickname('confirmed_by'),
      minutes: '(extract(epoch from t.ended_at - t.started_at) / 60)::int',
      isLate: `(t.status in ('planned', 'doing', 'returned')
        and t.due_on < (now() at time zone 'Asia/Shanghai')::date)`,
      isOnTime: `coalesce(t.status in ('submitted', 'confirmed')
        and (t.ended_at at time zone 'Asia/Shanghai')::date <= t.due_on, false)`,
    },
    before: {
      transition: async (call, move, row) => {
        const visit = await visitOf(call.tx, row.id, true);
        // R40.
        if (visit.patrollerId === call.actor.userId) throw refuse('samePerson');
        return move.name === 'confirm'
          ? { confirmedBy: call.actor.userId, confirmedAt: new Date().toISOString() }
          : undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        const visit = await visitOf(call.tx, move.id);
        if (move.name === 'confirm') await closeTask(call.tx, 'bank.patrolVisit', visit.id);
        else
          await openTask(call.tx, {
            taskType: 'handle',
            taskName: { key: 'bank.patrol.taskBack', args: { docNo: visit.docNo } },
            entity: 'bank.patrolVisit',
            entityId: visit.id,
            linkPath: `/bank/patrol/visit?visitId=${visit.id}`,
            assigneeId: visit.patrollerId,
            regionCode: visit.regionCode,
            principalId: visit.bankId,
          });
      },
    },
  });
