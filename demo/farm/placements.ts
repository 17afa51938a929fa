import { recordCalc } from '#kit/server/calc/calc.ts';
import { settlePlacement, type Terms } from '#modules/farm/contract/placement/settle.ts';
import { recoveryCalc } from '#modules/farm/server/placement/recovery.ts';
import { setOwner } from '#modules/registry/server/index.ts';
import type { Trade } from './past-steers.ts';

const modes = ['dailyFee', 'gainFee', 'calfShare', 'buyBack'] as const;
const termsOf = (mode: Terms['mode']): Terms => ({
  mode,
  dayFee: mode === 'dailyFee' ? 850 : null,
  gainPrice: mode === 'gainFee' ? 980 : null,
  calfValue: mode === 'calfShare' ? 240_000 : null,
  floorPrice: mode === 'buyBack' ? 2450 : null,
  marketMargin: mode === 'buyBack' ? 80 : null,
  faultPct: 80,
});

interface Keeper {
  readonly id: number;
  readonly animals: { id: number; kg: number | null }[];
}

/** The cooperative's animals at households of the village: over the four ways of payment, one missing, one paper to confirm. */
export async function savePlacements({ tx, random, today, day, unit, user }: Trade): Promise<void> {
  const { tenantNo } = tx.scope;
  const managers = { coop1: await user('coop1'), farm1: await user('farm1') };
  const house = unit('house1');
  const keepers = await tx.query<Keeper>(
    `select p.id, jsonb_agg(jsonb_build_object('id', a.id, 'kg', a.weight) order by a.id) as animals
     from registry.principal p join registry.animal a on a.principal_id = p.id and a.status = 'inStock'
       and a.species = 'cattle' and not a.insured and not a.pledged and not a.quarantined and a.owner_id = p.id
       and a.pending_change_id is null and a.birth_date < $3::date - 400 and a.sex = 'female'
     where p.tenant_no = $1 and p.status = 'active' and p.principal_unit_type = 'household'
       and p.region_code / 1000 = 150521101 and (p.id = $2 or p.id <> all ($4))
     group by p.id having count(*) >= 2 or p.id = $2 order by p.id = $2 desc, p.id limit 9`,
    [tenantNo, house, today, [unit('baiyinna')]],
  );
  for (const [n, keeper] of keepers.entries()) {
    const owner = n % 3 === 2 ? 'farm1' : 'coop1';
    const [ownerId, manager] = [unit(owner), managers[owner]];
    const mode = modes[n % modes.length] ?? 'dailyFee';
    const terms = termsOf(mode);
    const from = -(120 + n * 17);
    const animals = keeper.animals.slice(0, keeper.id === house ? 4 : random.int(2, 5));
    const advances = n % 3 === 0 ? [{ on: day(from + 30), text: '饲料款', amount: 150_000 }] : [];
    const deposit = n % 2 === 0 ? 200_000 : 0;
    const [made] = await tx.query<{ id: number; docNo: string }>(
      `insert into farm.placement (tenant_no, principal_id, holder_id, doc_no, mode, day_fee, gain_price, calf_value,
         floor_price, market_margin, market_product, fault_pct, from_on, to_on, deposit, advances, accepted_on, status,
         created_by, created_at)
       values ($1, $2, $3, 'FP-' || $4::text, $5, $6, $7, $8, $9, $10, $11, 80, $12::date, $13, $14, $15, $12::date,
         'active', $16, $12::date)
       returning id, doc_no as "docNo"`,
      [
        tenantNo,
        ownerId,
        keeper.id,
        String(n),
        mode,
        terms.dayFee,
        terms.gainPrice,
        terms.calfValue,
        terms.floorPrice,
        terms.marketMargin,
        mode === 'buyBack' ? 'fatCattle' : null,
        day(from),
        day(from + 365),
        deposit,
        JSON.stringify(advances),
        manager,
      ],
    );
    if (!made) continue;
    const ids = animals.map((one) => one.id);
    for (const [at, one] of animals.entries())
      await tx.query(
        `insert into farm.placement_animal (tenant_no, parent_id, line_no, animal_id, in_kg, in_value, in_on, is_open, outcome,
           out_on)
         values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9)`,
        [
          tenantNo,
          made.id,
          at + 1,
          one.id,
          Math.max(120, (one.kg ?? 420) - 90),
          random.int(900, 1400) * 1000,
          day(from),
          n === 1 && at === 0 ? 'missing' : 'active',
          n === 1 && at === 0 ? day(-12) : null,
        ],
      );
    await setOwner(tx, ids, ownerId, `farm.placement:${made.id}`);
    await tx.query(
      `insert into farm.animal_hold (tenant_no, principal_id, animal_id, kind, doc_id, doc_no, created_by)
       select $1, $2, a, 'placement', $3, $4, $5 from unnest($6::bigint[]) a on conflict do nothing`,
      [tenantNo, ownerId, made.id, made.docNo, manager, ids],
    );
    if (keeper.id === house || n === 2)
      await saveRecovery(n, { ...made, ownerId, manager }, keeper.id, terms, from, animals, advances, n === 2);
  }

  /** One that waits for the household's word, one settled. */
  async function saveRecovery(
    n: number,
    made: { id: number; docNo: string; ownerId: number; manager: number | null },
    holderId: number,
    terms: Terms,
    from: number,
    animals: readonly { id: number; kg: number | null }[],
    advances: readonly { amount: number }[],
    isSettled: boolean,
  ): Promise<void> {
    const { ownerId, manager } = made;
    const taken = animals.slice(0, 1);
    const on = isSettled ? -30 : -2;
    const lines = taken.map((one) => {
      const [placed] = [Math.max(120, (one.kg ?? 420) - 90)];
      return {
        outcome: 'recovered',
        fault: 'none',
        inKg: placed,
        outKg: placed + 96,
        days: on - from,
        calves: terms.mode === 'calfShare' ? 1 : 0,
        inValue: 0,
      };
    });
    const advanceBack = advances.reduce((sum, one) => sum + one.amount, 0);
    const ask = { terms, lines, marketPrice: 2560, advanceBack, depositBack: 0 };
    const { earned, deductions, net } = settlePlacement(ask);
    const inputs = {
      ...ask,
      terms: { ...terms },
      lines: lines.map((one) => ({ ...one, inKg: Math.round(one.inKg * 100), outKg: Math.round(one.outKg * 100) })),
    };
    const [paper] = await tx.query<{ id: number }>(
      `insert into farm.recovery (tenant_no, principal_id, holder_id, doc_no, placement_id, weighed_on, head, in_kg, out_kg,
         earned, deductions, advance_back, net, inputs, weighings, status, paid_on, voucher, confirmed_by, confirmed_at,
         created_by, created_at)
       values ($1, $2, $3, 'FR-' || $4::text, $5, $6::date, $7, $8, $9, $10, $11, $12, $13, $14, 1, $15, $16, $17, $18, $19,
         $20, $6::date)
       returning id`,
      [
        tenantNo,
        ownerId,
        holderId,
        String(n),
        made.id,
        day(on),
        lines.length,
        lines.reduce((sum, one) => sum + one.inKg, 0),
        lines.reduce((sum, one) => sum + one.outKg, 0),
        earned,
        deductions,
        advanceBack,
        net,
        JSON.stringify(inputs),
        isSettled ? 'settled' : 'weighed',
        isSettled ? day(on + 3) : null,
        isSettled ? 'PZ-FR' : null,
        isSettled ? manager : null,
        isSettled ? day(on + 1) : null,
        manager,
      ],
    );
    await recordCalc(tx, {
      kind: recoveryCalc,
      id: paper?.id as number,
      rule: { ref: `farm.placement:${made.docNo}`, content: { ...terms } },
      inputs,
    });
    for (const [at, one] of taken.entries())
      await tx.query(
        `insert into farm.recovery_line (tenant_no, parent_id, line_no, placement_id, animal_id, out_kg, outcome, fault, calves)
         values ($1, $2, $3, $4, $5, $6, 'recovered', 'none', $7)`,
        [tenantNo, paper?.id, at + 1, made.id, one.id, lines[at]?.outKg, lines[at]?.calves],
      );
    if (!isSettled) return;
    const ids = taken.map((one) => one.id);
    await tx.query(
      `update farm.placement_animal p set is_open = false, outcome = 'boughtByHolder', out_on = $3
       where p.parent_id = $1 and p.animal_id = any ($2)`,
      [made.id, ids, day(on)],
    );
    await tx.query(`update farm.recovery_line set outcome = 'boughtByHolder' where parent_id = $1`, [paper?.id]);
    await tx.query('delete from farm.animal_hold where animal_id = any ($1)', [ids]);
    await setOwner(tx, ids, null, `farm.placement:${made.id}`);
  }
}
