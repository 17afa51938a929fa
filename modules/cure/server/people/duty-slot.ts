import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { copyDuty, type DutyCell, dutyRoster, dutySlot, shifts } from '#modules/cure/contract/people/duty-slot.ts';
import { addDays } from '../medicine/labels.ts';
import { dutySwapRoutes } from './duty-swap.ts';

/** R86: somebody for cattle, somebody for sheep and goats, and one leader. */
const needed = [['cattle'], ['sheep', 'goat']] as const;

export function gapsOf(shift: string, people: readonly Pick<DutyCell, 'species' | 'isLeader' | 'status'>[]): string[] {
  if (shift === 'night') return [];
  const there = people.filter((one) => one.status !== 'missed' && one.status !== 'swapped');
  return [
    ...needed.flatMap((species) =>
      there.some((one) => one.species.some((own) => (species as readonly string[]).includes(own))) ? [] : [species[0]],
    ),
    ...(there.some((one) => one.isLeader) ? [] : ['leader']),
  ];
}

/** A night on call counts as the hours of an evening. */
const dutyOfPeople = `select e.id as "expertId", e.name,
    coalesce((select sum(case s.shift when 'early' then 6 when 'day' then 6 else 4 end) from cure.duty_slot s
      where s.expert_id = e.id and s.status in ('planned', 'done')
        and s.duty_on between current_date - 90 and current_date - 1), 0)::int as hours,
    (select count(*) from cure.consult_offer o where o.expert_id = e.id and o.status = 'lapsed'
      and o.offered_at > now() - interval '90 days')::int as lapses
  from cure.expert e where e.tenant_no = kit.tenant() and e.status <> 'left' order by 3 desc, e.id`;

interface SlotRow extends Omit<DutyCell, 'isMine'> {
  readonly dutyOn: string;
  readonly shift: string;
  readonly userId: number | null;
}

export const dutyRoutes = (): Route[] => [
  ...dutySwapRoutes(),
  ...serveResource(dutySlot)({
    before: {
      add: async (call, values) => {
        await refuseOverlap(call.tx, values, null);
        return undefined;
      },
      edit: async (call, values, row) => {
        await refuseOverlap(call.tx, values, row.id);
        return undefined;
      },
    },
  }),
  serve('cure', dutyRoster, async (call) => {
    const { from, days } = call.query;
    const [rows] = await call.database.read<[SlotRow]>(call.actor.scope, {
      text: `select s.id, s.expert_id as "expertId", e.name, case when s.species = '{}' then e.species
        else s.species end as species,
          s.is_leader as "isLeader", s.status, to_char(s.duty_on, 'YYYY-MM-DD') as "dutyOn", s.shift, e.user_id as "userId"
        from cure.duty_slot s join cure.expert e on e.id = s.expert_id
        where s.tenant_no = kit.tenant() and s.duty_on >= $1 and s.duty_on < $1::date + $2::int order by s.duty_on,
          s.call_order nulls last, e.name`,
      values: [from, days],
    });
    const [people] = await call.database.read<[{ expertId: number; name: string; hours: number; lapses: number }]>(
      call.actor.scope,
      { text: dutyOfPeople, values: [] },
    );
    const list = Array.from({ length: days }, (_, at) => {
      const on = addDays(from, at);
      return {
        on,
        shifts: Object.keys(shifts).map((shift) => {
          const people = rows
            .filter((row) => row.dutyOn === on && row.shift === shift)
            .map(({ dutyOn: _d, shift: _s, userId, ...cell }) => ({ ...cell, isMine: userId === call.actor.userId }));
          return { shift, people, gaps: gapsOf(shift, people) };
        }),
      };
    });
    return { days: list, people };
  }),
  serve('cure', copyDuty, async (call) => {
    const added = await call.tx.query(
      `insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift, species, is_leader, call_order, created_by)
       select s.tenant_no, s.expert_id, s.duty_on + 7, s.shift, s.species, s.is_leader, s.call_order, $2
       from cure.duty_slot s join cure.expert e on e.id = s.expert_id and e.status = 'active'
       where s.tenant_no = kit.tenant() and s.duty_on >= $1::date - 7 and s.duty_on < $1::date and s.status <> 'swapped'
       on conflict (tenant_no, expert_id, duty_on, shift) do nothing returning id`,
      [call.body.to, call.actor.userId],
    );
    call.answer.msg = call.say('ok.saved');
    return { added: added.length };
  }),
];

async function refuseOverlap(
  tx: Tx,
  { expertId, dutyOn, shift }: { expertId: number; dutyOn: string; shift: string },
  except: number | null,
): Promise<void> {
  const [found] = await tx.query(
    `select 1 from cure.duty_slot where tenant_no = kit.tenant() and expert_id = $1 and duty_on = $2
      and shift = $3 and id <> coalesce($4::bigint, 0)`,
    [expertId, dutyOn, shift, except],
  );
  if (found) throw refusal('dutyOverlap', 'cure.refusal.dutyOverlap');
}
