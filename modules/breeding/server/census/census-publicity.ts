import { forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import { rangeOf, within } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { censusPublicity, makePublicity } from '#modules/breeding/contract/census/census.ts';
import { addDays } from '#modules/breeding/contract/record/days.ts';
import { roundOf } from './eligible.ts';
import { hangSheets, moveSheets } from './mother-census-sheet.ts';

/** R39: the first and the last character stay; of two, the first. */
export const masked = (name: string): string => {
  const letters = [...name];
  if (letters.length < 2) return name;
  if (letters.length === 2) return `${letters[0]}*`;
  return `${letters[0]}${'*'.repeat(Math.min(3, letters.length - 2))}${letters.at(-1)}`;
};

/** Villages whose sheets are all checked get a paper; what is left out is named. */
async function make(call: Call<typeof makePublicity>) {
  const { roundId, regionCode } = call.body;
  const { tx } = call;
  const round = await roundOf(tx, roundId);
  if (!round) throw notFound();
  const [low, high] = rangeOf(regionCode);
  const sheets = await tx.query<{ id: number; village: number; status: string; holder: string; eligible: number }>(
    `select s.id, s.region_code as village, s.status, coalesce(h.name, '') as holder, s.eligible
     from breeding.mother_census_sheet s left join breeding.holder_seen h on h.id = s.principal_id
     where s.tenant_no = kit.tenant() and s.round_id = $1 and s.region_code >= $2 and s.region_code < $3
       and (s.publicity_id is null or s.status = 'checked') order by s.region_code, s.id for update of s`,
    [roundId, low, high],
  );
  const villages = Map.groupBy(sheets, (one) => one.village);
  let made = 0;
  const incomplete: { code: number; name: string; open: number }[] = [];
  for (const [code, own] of villages) {
    const open = own.filter((one) => ['todo', 'counted', 'questioned'].includes(one.status)).length;
    const ready = own.filter((one) => one.status === 'checked');
    if (open > 0) incomplete.push({ code, name: shortRegionName(code, call.language), open });
    if (open > 0 || ready.length === 0) continue;
    const shown = ready.filter((one) => one.eligible > 0);
    const [row] = await tx.query<{ id: number }>(
      `insert into breeding.census_publicity (tenant_no, village_code, doc_no, round_id, batch_no, rows, total_holders,
         total_cows, created_by, updated_by)
       values ($1, $2, kit.doc_no('BN'), $3, coalesce((select max(batch_no) from breeding.census_publicity
         where tenant_no = $1 and round_id = $3 and village_code = $2), 0) + 1, $4, $5, $6, $7, $7) returning id`,
      [
        call.actor.tenantNo,
        code,
        roundId,
        JSON.stringify(shown.map((one) => ({ name: masked(one.holder), cows: one.eligible }))),
        shown.length,
        shown.reduce((sum, one) => sum + one.eligible, 0),
        call.actor.userId,
      ],
    );
    await hangSheets(
      tx,
      row?.id ?? 0,
      ready.map((one) => one.id),
    );
    made += 1;
  }
  call.answer.msg = call.say('ok.done');
  return { made, incomplete };
}

/** Everybody reads what hangs on a wall; only the office of the area hangs it and takes it down. */
const isOwn = ({ scope }: Call['actor'], village: number): boolean =>
  scope.regions.some((region) => within(village, region));

export const publicityRoutes = (): Route[] => [
  ...serveResource(censusPublicity)({
    expressions: {
      daysLeft: `case when t.status = 'posted' then t.to_on - (now() at time zone 'Asia/Shanghai')::date end`,
      openObjections: `(select count(*)::int from breeding.census_objection o where o.tenant_no = t.tenant_no
        and o.publicity_id = t.id and o.status = 'open')`,
    },
    can: (row, verb, actor) => verb === 'detail' || isOwn(actor, row.villageCode),
    before: {
      transition: async (call, move, row) => {
        if (!isOwn(call.actor, row.villageCode)) throw forbidden();
        const round = await roundOf(call.tx, row.roundId);
        if (move.name === 'post') {
          const form = move.form as { officePhone: string; postIds: number[] };
          return {
            fromOn: today(),
            toOn: addDays(today(), round?.publicityDays ?? 7),
            officePhone: form.officePhone,
            postIds: form.postIds,
          };
        }
        if (move.name === 'end') {
          // D11: as many full days as it says, after the day it was posted.
          if (!row.toOn || today() <= row.toOn)
            throw refusal('notDue', 'breeding.refusal.notDue', { day: row.toOn ?? '' });
          if (row.openObjections > 0)
            throw refusal('openObjection', 'breeding.refusal.openObjection', { n: row.openObjections });
        }
        return move.name === 'withdraw' ? { remark: move.remark ?? null } : undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        if (!move.id) return;
        if (move.name === 'post') await moveSheets(call.tx, move.id, 'checked', 'publicised', true);
        if (move.name === 'end') await moveSheets(call.tx, move.id, 'publicised', 'confirmed', true);
        if (move.name === 'withdraw') await moveSheets(call.tx, move.id, 'publicised', 'checked', false);
      },
    },
  }),
  serve('breeding', makePublicity, make),
];
