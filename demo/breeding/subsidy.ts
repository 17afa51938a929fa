import { ruleHash } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { registerSubsidyCalc } from '#modules/breeding/server/subsidy/calc.ts';
import { pay, registerSubsidyPayment, takeAccounts, takeResults } from '#modules/breeding/server/subsidy/pay.ts';
import { batchOf, computeBatch } from '#modules/breeding/server/subsidy/subsidy-batch.ts';
import type { DemoWorld } from '../part.ts';

const dayFrom = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

interface NewRule {
  readonly params: Record<string, unknown>;
  readonly columns: Record<string, unknown>;
  readonly from: string;
  readonly to: string | null;
}
async function programme(
  tx: Tx,
  one: { code: string; name: string; kind: string; year: number; budget: number },
  rules: readonly NewRule[],
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into breeding.subsidy_programme (tenant_no, code, name, kind, year, region_code, central_pct, province_pct,
       prefecture_pct, county_pct, budget, status)
     values ($1, $2, $3, $4, $5, 150500000000, 50, 30, 0, 20, $6, 'active') returning id`,
    [tx.scope.tenantNo, one.code, one.name, one.kind, one.year, one.budget],
  );
  const id = row?.id ?? 0;
  for (const [at, rule] of rules.entries())
    await tx.query(
      `insert into breeding.subsidy_rule (tenant_no, programme_id, rule_version, params, params_hash, valid_from, valid_to,
         unit_amount, min_cows, round_id, tag_within_days, alive_days, most_per_cow, listing_scheme, reason, published_at,
         status)
       select $1, $2, $3, $4, $5, $6::date, $7::date, c.unit, c.min, c.round, c.tag, c.alive, c.most, c.scheme, '依年度实施方案', $6::date, $8
       from jsonb_to_record($9::jsonb) c(unit bigint, min int, round bigint, tag int, alive int, most int, scheme text)`,
      [
        tx.scope.tenantNo,
        id,
        at + 1,
        JSON.stringify(rule.params),
        ruleHash(rule.params as never),
        rule.from,
        rule.to,
        at < rules.length - 1 ? 'superseded' : 'published',
        JSON.stringify(rule.columns),
      ],
    );
  return id;
}
const calfRule = (roundId: number, cents: number, from: string, to: string | null): NewRule => ({
  params: {
    perCalfCents: cents,
    minCows: 3,
    roundId,
    aiOnly: true,
    tagWithinDays: 30,
    aliveDays: 30,
    immunised: [],
    maxPerCowYear: 2,
  },
  columns: { unit: cents, min: 3, round: roundId, tag: 30, alive: 30, most: 2 },
  from,
  to,
});

/** This year's calves under two versions of the rule, in all steps of a batch's life; straws beside them. */
export async function saveSubsidies({ today, units }: DemoWorld, tx: Tx, lastRound: number): Promise<void> {
  registerSubsidyCalc();
  registerSubsidyPayment();
  const year = Number(today.slice(0, 4));
  const users = await tx.query<{ name: string; id: number }>(
    'select username as name, id from platform.sys_user where tenant_no = $1',
    [tx.scope.tenantNo],
  );
  const user = (name: string) => users.find((one) => one.name === name)?.id ?? 0;
  const as = (name: string): Tx => ({ ...tx, scope: { ...tx.scope, userId: user(name) } });
  const calf = await programme(
    tx,
    { code: `CALF-${year}`, name: `${year}年见犊补母`, kind: 'calf', year, budget: 200_000_000 },
    [calfRule(lastRound, 50_000, `${year}-01-01`, `${year}-02-28`), calfRule(lastRound, 60_000, `${year}-03-01`, null)],
  );
  const semen = await programme(
    tx,
    { code: `SEMEN-${year}`, name: `${year}年冻精补贴`, kind: 'semen', year, budget: 50_000_000 },
    [
      {
        params: { perStrawCents: 1_500, maxStrawsPerCowYear: 2, listingScheme: 'national', breeds: [] },
        columns: { unit: 1_500, most: 2, scheme: 'national' },
        from: `${year}-01-01`,
        to: null,
      },
    ],
  );
  const spring = { programmeId: calf, periodFrom: `${year}-01-01`, periodTo: dayFrom(today, -1) };
  const root = units.get('root') as number;
  const compute = async (regionCode: number) =>
    (await computeBatch(as('breed_cty1'), { ...spring, regionCode })).batchId;
  const check = async (id: number) => {
    await takeAccounts(tx, id, root);
    await tx.query(
      "update breeding.subsidy_batch set status = 'checked', checked_by = $2, checked_at = now() where id = $1",
      [id, user('breed_cty2')],
    );
  };
  const publicise = async (id: number, from: string) => {
    await check(id);
    await tx.query(
      "update breeding.subsidy_batch set status = 'publicised', public_from = $2, public_to = $2::date + 7 where id = $1",
      [id, from],
    );
  };
  const approve = async (id: number) => {
    await publicise(id, dayFrom(today, -20));
    await tx.query(
      "update breeding.subsidy_batch set status = 'approved', approved_by = $2, approved_at = now() where id = $1",
      [id, user('breed_pref1')],
    );
  };
  await giveAccounts(tx);
  await publicise(await compute(150521000000), dayFrom(today, -4));
  await approve(await compute(150523000000));
  const paid = await compute(150525000000);
  await approve(paid);
  await payOut(as('fin1'), paid, today);
  const held = await compute(150502000000);
  await publicise(held, dayFrom(today, -2));
  await tx.query(
    `update breeding.subsidy_line set pay_status = 'held', hold_reason = '账户核对中' where id in
       (select id from breeding.subsidy_line where tenant_no = $1 and batch_id = $2 order by id limit 3)`,
    [tx.scope.tenantNo, held],
  );
  await computeBatch(as('breed_cty1'), {
    programmeId: semen,
    regionCode: 150521000000,
    periodFrom: `${year}-01-01`,
    periodTo: dayFrom(today, -1),
  });
}

/** Most payees have told the registry their account; one in eight has not, and what is due to them is held. */
async function giveAccounts(tx: Tx): Promise<void> {
  const { tenantNo } = tx.scope;
  const payees = await tx.query<{ id: number; name: string }>(
    `select p.id, p.principal_unit_name as name from registry.principal p where p.tenant_no = $1
       and (p.principal_unit_type = 'breedingStation' or exists (select 1 from breeding.mother_census_sheet s
         where s.tenant_no = $1 and s.principal_id = p.id and s.eligible > 0)) order by p.id`,
    [tenantNo],
  );
  for (const { id, name } of payees.filter((_, at) => at % 8 !== 5)) {
    const values = piiColumns('bank_account_no', 'bankCard', `62178500180${String(id).padStart(8, '0')}`, tenantNo);
    await tx.query(
      `update registry.principal set bank_account_no_enc = $2, bank_account_no_hash = $3, bank_account_no_mask = $4,
         bank_account_name = $5, bank_name = '示范农村商业银行' where id = $1`,
      [id, ...values.map(([, value]) => value), name],
    );
  }
}

async function payOut(tx: Tx, id: number, today: string): Promise<void> {
  const batch = await batchOf(tx, id);
  const pending = await tx.query<{ n: number }>(
    "select count(*)::int as n from breeding.subsidy_line where batch_id = $1 and pay_status = 'pending'",
    [id],
  );
  if ((pending[0]?.n ?? 0) === 0) return;
  const { file } = await pay(tx, id, batch.version);
  const answers = file
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => {
      const cells = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map((match) => match[1]);
      return cells[0] ? [`${cells[0]},paid,${cells[4]},${dayFrom(today, -6)},BK${cells[0]},`] : [];
    });
  await takeResults(tx, id, ['serial,result,amount,date,bankSerial,reason', ...answers].join('\n'));
}
