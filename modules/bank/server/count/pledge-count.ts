import { linkFiles } from '#kit/server/files/files.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { pledgeCount } from '#modules/bank/contract/count/count.ts';
import { refuse } from '../refusals.ts';
import { countOf } from './count-row.ts';
import { afterFinish, mayFinish } from './finish.ts';
import { dropCount, plannedCount } from './plan-count.ts';
import { gapSql, reopenBook } from './pledge-count-line.ts';
import { retally } from './scan.ts';
import { settle } from './settle.ts';

const today = `(now() at time zone 'Asia/Shanghai')::date`;
const endedOn = `(t.ended_at at time zone 'Asia/Shanghai')::date`;

export const pledgeCountRoutes = (): Route[] =>
  serveResource(pledgeCount)({
    expressions: {
      client: 'registry.principal_name(t.principal_id)',
      supervisor: 'registry.principal_name(t.supervisor_id)',
      counters: `nullif(array_to_string(array(select u.nickname from platform.user_view u
        where u.tenant_no = t.tenant_no
        and u.id = any (t.counter_ids) order by u.id), '、'), '')`,
      settler: '(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.settled_by)',
      isLate: `(t.status in ('planned', 'counting') and t.due_on < ${today})`,
      isOnTime: `coalesce(t.status in ('counted', 'settled') and ${endedOn} <= t.due_on, false)`,
      accuracy: 'round(100.0 * t.found / nullif(t.book_heads, 0), 1)::float8',
      gap: `(select count(*)::int from bank.pledge_count_line l where l.tenant_no = t.tenant_no and l.count_id = t.id
        and ${gapSql('l')})`,
    },
    before: {
      transition: async (call, move, row) => {
        const count = await countOf(call.tx, row.id, true);
        const by = call.actor.userId;
        if (move.name === 'finish') {
          await mayFinish(call.tx, count);
          const sign = (move.form as { holderSign?: number[] | null }).holderSign ?? [];
          await linkFiles(call.tx, sign, 'bank.pledgeCount', count.id);
          return { holderSign: sign.length > 0 ? sign : null, endedAt: new Date().toISOString() };
        }
        if (move.name === 'settle') {
          // R34: who counted does not judge the count.
          if (count.counterIds.includes(by)) throw refuse('samePerson');
          const { marksAnswer = null } = move.form as { marksAnswer?: string | null };
          if (count.marks.length > 0 && !marksAnswer) throw refuse('marksOpen', { n: count.marks.length });
          return { marksAnswer, settledBy: by, settledAt: new Date().toISOString() };
        }
        if (move.name === 'back') return { endedAt: null, holderSign: null };
        return undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        const { tx } = call;
        if (move.name === 'finish') await afterFinish(tx, move.id);
        if (move.name === 'settle') await settle(tx, await countOf(tx, move.id));
        if (move.name === 'back') {
          await reopenBook(tx, move.id);
          await retally(tx, await countOf(tx, move.id), null);
        }
        if (move.name === 'cancel') {
          const count = await countOf(tx, move.id);
          await dropCount(tx, count.id);
          // Given up is not counted: the herd's day stays what it was.
          await plannedCount(tx, count.siteId, 'rhythm');
        }
      },
    },
  });
