import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { masked } from '#modules/breeding/server/census/census-publicity.ts';
import { expectedOf, type Round, roundOf, whyNot } from '#modules/breeding/server/census/eligible.ts';
import { replaceCows } from '#modules/breeding/server/census/mother-census-cow.ts';
import { hangSheets, makeSheets } from '#modules/breeding/server/census/mother-census-sheet.ts';
import { drawFrom, insertInvestigation } from '#modules/breeding/server/census/mother-investigation.ts';
import type { Random } from '../random.ts';

const dayFrom = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const prefecture = 150500000000;

async function newRound(tx: Tx, year: number, countDate: string, status: string): Promise<Round> {
  const [row] = await tx.query<{ id: number }>(
    `insert into breeding.mother_census (tenant_no, region_code, name, year, species, count_date, start_date, end_date,
       status, summary)
     values ($1, $2, $3, $4, 'cattle', $5, $5, $5::date + 60, $6, case when $6 = 'closed' then '普查结束，已公示' end)
     returning id`,
    [tx.scope.tenantNo, prefecture, `${year}年基础母牛普查`, year, countDate, status],
  );
  const round = (await roundOf(tx, row?.id ?? 0)) as Round;
  await makeSheets(tx, round, rangeOf(prefecture));
  return round;
}

interface Sheet {
  id: number;
  roundId: number;
  principalId: number;
  village: number;
  town: number;
  holder: string;
  userId: number | null;
  eligible: number;
}
const sheetsOf = (tx: Tx, roundId: number) =>
  tx.query<Sheet>(
    `select s.id, s.round_id as "roundId", s.principal_id as "principalId", s.region_code as village,
       (s.region_code / 1000)::int as town, p.principal_unit_name as holder, t.user_id as "userId", s.eligible
     from breeding.mother_census_sheet s join registry.principal p on p.id = s.principal_id
       left join registry.staff t on t.id = s.staff_id
     where s.tenant_no = $1 and s.round_id = $2 order by s.id`,
    [tx.scope.tenantNo, roundId],
  );

async function count(tx: Tx, round: Round, sheet: Sheet, on: string, status: string, random: Random): Promise<void> {
  const expected = await expectedOf(tx, round, sheet.principalId);
  const cows = expected.map((cow) => {
    const isThere = !random.chance(0.03);
    const why = [...whyNot(cow, round), ...(isThere ? [] : ['notPresent'])];
    return {
      animalId: cow.animalId,
      earTag: cow.earTag,
      breed: cow.breed,
      seen: isThere ? 'present' : 'absent',
      eligible: why.length === 0,
      why,
      parity: cow.parity,
      lastCalvedOn: cow.lastCalvedOn,
      pregnant: cow.pregnant,
      photoId: null,
      absentReason: isThere ? null : 'away',
    };
  });
  await replaceCows(tx, sheet, cows);
  const present = cows.filter((cow) => cow.seen === 'present').length;
  await tx.query(
    `update breeding.mother_census_sheet set counted_on = $2, counted_at = $2::date + interval '10 hours', counted_by = $3,
       flags = case when $1::bigint % 23 = 4 then '{countGap}'::text[] else '{}' end, expected = $4, present = $5, eligible = $6, absent = $4::int - $5::int, untagged = $7, status = $8 where id = $1`,
    [
      sheet.id,
      on,
      sheet.userId,
      expected.length,
      present,
      cows.filter((cow) => cow.eligible).length,
      random.chance(0.06) ? 1 : 0,
      status,
    ],
  );
}

async function hang(tx: Tx, round: Round, village: number, posted: string | null, status: string): Promise<number> {
  const own = (await sheetsOf(tx, round.id)).filter((one) => one.village === village);
  const shown = own.filter((one) => one.eligible > 0);
  const [row] = await tx.query<{ id: number }>(
    `insert into breeding.census_publicity (tenant_no, village_code, doc_no, round_id, batch_no, from_on, to_on, rows,
       total_holders, total_cows, office_phone, status)
     values ($1, $2, kit.doc_no('BN'), $3, 1, $4, $4::date + 7, $5, $6, $7, '0475-3210001', $8) returning id`,
    [
      tx.scope.tenantNo,
      village,
      round.id,
      posted,
      JSON.stringify(shown.map((one) => ({ name: masked(one.holder), cows: one.eligible }))),
      shown.length,
      shown.reduce((sum, one) => sum + one.eligible, 0),
      status,
    ],
  );
  await hangSheets(
    tx,
    row?.id ?? 0,
    own.map((one) => one.id),
  );
  return row?.id ?? 0;
}

/** Last year's round is closed and confirmed; this year's is at seven tenths, some villages on the wall. */
export async function saveCensus(tx: Tx, today: string, random: Random): Promise<{ lastRound: number }> {
  const year = Number(today.slice(0, 4));
  const last = await newRound(tx, year - 1, dayFrom(today, -330), 'closed');
  for (const sheet of await sheetsOf(tx, last.id))
    await count(tx, last, sheet, dayFrom(last.countDate, random.int(3, 30)), 'confirmed', random);
  const now = await newRound(tx, year, dayFrom(today, -30), 'counting');
  const sheets = await sheetsOf(tx, now.id);
  const villages = [...new Set(sheets.map((one) => one.village))].sort((a, b) => a - b);
  // Those of 科左中旗 first: its office has most to do with them.
  const ours = villages.filter((one) => Math.floor(one / 1e6) === 150521);
  const posted = [...ours.slice(0, 4), ...villages.filter((one) => !ours.includes(one)).slice(0, 5)];
  const idle = new Set(villages.slice(-2));
  for (const [at, sheet] of sheets.entries()) {
    const isPosted = posted.includes(sheet.village);
    if (idle.has(sheet.village) || (!isPosted && at % 3 === 0)) continue;
    const status = isPosted ? 'publicised' : at % 3 === 1 ? 'counted' : 'checked';
    await count(tx, now, sheet, dayFrom(today, -random.int(4, 24)), status, random);
  }
  const walls: number[] = [];
  for (const [at, village] of posted.entries())
    walls.push(await hang(tx, now, village, dayFrom(today, at === 0 ? -7 : -random.int(1, 6)), 'posted'));
  await objections(tx, now, posted, walls);
  const counted = (await sheetsOf(tx, now.id)).filter((one) => one.eligible > 0);
  const drawn = drawFrom(counted, '20260901', { households: 8, heads: 12 });
  await insertInvestigation(
    tx,
    drawn.map((one) => one.id),
    'random',
    '20260901',
  );
  await tx.query(
    `update breeding.mother_investigation set status = 'reviewed', found = claimed - (id % 11 = 3)::int, investigators =
       '李玉梅、孙立新', visited_on = $2, conclusion = case when id % 11 = 3 then 'major' else 'match' end
     where tenant_no = $1 and id % 2 = 1`,
    [tx.scope.tenantNo, dayFrom(today, -3)],
  );
  return { lastRound: last.id };
}

async function objections(tx: Tx, round: Round, villages: readonly number[], walls: readonly number[]): Promise<void> {
  const sheets = await sheetsOf(tx, round.id);
  for (const [at, status] of ['open', 'decided'].entries()) {
    const sheet = sheets.find((one) => one.village === villages[at + 1] && one.eligible > 0);
    if (!sheet) continue;
    await tx.query(
      `insert into breeding.census_objection (tenant_no, region_code, doc_no, publicity_id, sheet_id, holder_name,
         raised_by, channel, content, status, result, finding)
       values ($1, $2, kit.doc_no('BO'), $3, $4, $5, '村民', 'visit', '反映该户有母牛已出售', $6,
         case when $6 = 'decided' then 'dismissed' end, case when $6 = 'decided' then '现场核实头数相符' end)`,
      [tx.scope.tenantNo, sheet.village, walls[at + 1], sheet.id, sheet.holder, status],
    );
    await tx.query('update breeding.mother_census_sheet set objection = $2 where id = $1', [
      sheet.id,
      status === 'open',
    ]);
  }
}
