import { rangeOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { breedingCycle, cycleCounts } from '#modules/breeding/contract/record/breeding-cycle.ts';
import { commonDefaults } from '#modules/breeding/contract/setting/parameters.ts';
import { setAsideRoutes } from './set-aside.ts';

const today = "(now() at time zone 'Asia/Shanghai')::date";
const ofAnimal = (what: string) => `(select ${what} from breeding.animal_seen a where a.id = t.animal_id)`;
const since = `coalesce(case t.status when 'pregnant' then t.pregnant_on when 'served' then t.last_served_on end,
  t.opened_on)`;
const longOpen = `(t.is_live and t.status = 'open' and t.opened_by in ('calved', 'aborted')
  and t.opened_on < ${today} - ${commonDefaults.longOpenDays})`;
const repeat = `(t.is_live and t.status in ('open', 'served') and t.heats >= ${commonDefaults.repeatBreederHeats})`;

async function counts(call: Call<typeof cycleCounts>) {
  const [low, high] = rangeOf(call.query.regionCode ?? 0);
  const [[row]] = await call.database.read<
    [{ open: number; served: number; pregnant: number; due: number; longOpen: number; repeatBreeder: number }]
  >(call.actor.scope, {
    text: `select count(*) filter (where t.status = 'open')::int as open,
        count(*) filter (where t.status = 'served')::int as served,
        count(*) filter (where t.status = 'pregnant')::int as pregnant,
        count(*) filter (where t.status = 'pregnant' and t.expected_on <= ${today} + 15)::int as due,
        count(*) filter (where ${longOpen})::int as "longOpen",
        count(*) filter (where ${repeat})::int as "repeatBreeder"
      from breeding.breeding_cycle t where t.tenant_no = kit.tenant() and t.is_live
        and ($3 or (t.region_code >= $1 and t.region_code < $2))`,
    values: [low, high, call.query.regionCode === undefined],
  });
  return row ?? { open: 0, served: 0, pregnant: 0, due: 0, longOpen: 0, repeatBreeder: 0 };
}

export const cycleRoutes = (): Route[] => [
  ...serveResource(breedingCycle)({
    expressions: {
      earTag: ofAnimal('a.ear_tag'),
      breed: ofAnimal('a.breed'),
      ageMonths: ofAnimal(
        `(extract(year from age(${today}, a.birth_date)) * 12 + extract(month from age(${today}, a.birth_date)))::int`,
      ),
      daysInState: `(coalesce(t.closed_on, ${today}) - ${since})`,
      longOpen,
      repeatBreeder: repeat,
    },
    listed: 't.is_live',
    match: {
      earTag: (value, add) => `t.animal_id in (select a.id from breeding.animal_seen a where a.ear_tag like
        ${add(`%${value.replace(/\D/g, '')}`)})`,
    },
  }),
  serve('breeding', cycleCounts, counts),
  ...setAsideRoutes(),
];
