import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { mergePrincipals } from '#modules/registry/server/duplicate/merge-principals.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What refers to a unit and goes to the survivor when two become one. */
const moved = [
  'registry.principal.parent_id',
  'registry.hovel.principal_id',
  'registry.animal.principal_id',
  'registry.animal_change.principal_id',
  'registry.herd_count.principal_id',
  'registry.principal_document.principal_id',
  'registry.staff.principal_id',
  'registry.service_info.principal_id',
  'registry.tool_info.principal_id',
  'registry.enterprise_profile.principal_id',
  'registry.principal_relation.from_id',
  'registry.principal_relation.to_id',
  'registry.sub_admin.principal_id',
  'depot.depot.principal_id',
  'depot.material.principal_id',
  'depot.purveyor.principal_id',
  'bank.bank_client.principal_id',
  'bank.device_lease.lessee_id',
  'bank.pledge_site.principal_id',
  'cure.animal_withdrawal.principal_id',
  'cure.consult.principal_id',
  'cure.entrust_contract.host_id',
  'cure.entrust_contract.principal_id',
  'cure.follow_up.principal_id',
  'cure.member_application.principal_id',
  'cure.practitioner.unit_id',
  'cure.prescription.principal_id',
  'cure.society_member.principal_id',
  'commerce.trade_order.principal_id',
  'device.device.owner_id',
  'device.device.principal_id',
  'device.fence.principal_id',
  'farm.customer.principal_ref',
  'farm.placement.holder_id',
  'farm.slaughter_batch.principal_id',
  'traceability.disposal_record.principal_id',
  'traceability.farmer_registration.principal_id',
  'traceability.movement.from_principal_id',
  'traceability.quarantine_declaration.principal_id',
  'traceability.quarantine_declaration.to_principal_id',
  'traceability.third_party_batch.to_principal_id',
  'traceability.trace_equipment.principal_id',
  'traceability.trace_inspection.principal_id',
  'traceability.trace_label_template.principal_id',
  'traceability.trace_subject.principal_id',
  'traceability.trace_vehicle.carrier_id',
];

const written =
  'what was written of it stays as it was written; lists of the survivor show it too (registry.with_merged)';
const itsOwn = 'is the merged unit’s own and ends with it';
const guarded = 'a unit of its kind is no household and is not merged while it works';
/** What stays with the unit that was merged away, and why. */
const stays: Readonly<Record<string, string>> = {
  'registry.principal_jurisdiction.principal_id': itsOwn,
  'registry.principal_system.principal_id': itsOwn,
  'registry.principal_config.principal_id': itsOwn,
  'registry.principal_gram.principal_id': itsOwn,
  'registry.animal_entry.principal_id': written,
  'depot.requisition.ask_principal_id': written,
  'depot.requisition.giver_principal_id': written,
  'prevention.holder.principal_id': 'kept by triggers from rows of the registry, which move',
  'prevention.holder_stock.principal_id': 'kept by triggers from rows of the registry, which move',
  'prevention.prevention_plan.principal_id': written,
  'prevention.plan_household.principal_id': 'the season’s due of that unit as it was planned',
  'prevention.routine_plan.principal_id': 'the month’s due of that unit as it was planned',
  'prevention.immunisation_visit.principal_id': written,
  'prevention.stress_case.principal_id': written,
  'prevention.census_sheet.principal_id': written,
  'bank.bank_client.bank_id': guarded,
  'bank.bank_product.bank_id': guarded,
  'bank.device_lease.lessor_id': guarded,
  'bank.pledge_site.bank_id': guarded,
  'bank.pledge_site.supervisor_id': guarded,
  'bank.price_list.bank_id': guarded,
  'farm.farm_animal.principal_id': guarded,
  'farm.farm_group.principal_id': guarded,
  'farm.cycle_scheme.principal_id': guarded,
  'farm.pen_duty.principal_id': guarded,
  'farm.pen_count.principal_id': guarded,
  'farm.disinfection.principal_id': guarded,
  'farm.feed_formula.principal_id': guarded,
  'farm.feeding_plan.principal_id': guarded,
  'farm.feeding_record.principal_id': guarded,
  'farm.inspection_template.principal_id': guarded,
  'farm.inspection_round.principal_id': guarded,
  'farm.stock_in.principal_id': guarded,
  'farm.remind_rule.principal_id': guarded,
  'farm.remind_item.principal_id': guarded,
  'prevention.lab_instrument.lab_id': guarded,
  'prevention.sample_task.lab_id': guarded,
  'prevention.sample_assignment.principal_id': written,
  'prevention.investigation_action.index_principal_id': written,
  'prevention.investigation_info.principal_id': written,
  'prevention.staff_examine.principal_id': written,
  'prevention.video_spot.principal_id': guarded,
  'cure.prescription.unit_id': 'under whose licence the sheet was signed',
  'cure.enterprise_host.principal_id': guarded,
  'cure.society.principal_id': guarded,
  'cure.suspect_report.principal_id': written,
  'cure.treatment.principal_id': written,
  'commerce.commodity.supplier_id': guarded,
  'commerce.trade_order.supplier_id': guarded,
  'commerce.settlement.supplier_id': guarded,
  'commerce.settlement.payer_id': written,
  'device.device_provider.principal_id': guarded,
  'device.weigh_session.principal_id': written,
  'farm.customer.principal_id': guarded,
  'farm.sale_order.principal_id': guarded,
  'farm.slaughter_batch.slaughterhouse_id': guarded,
  'farm.placement.principal_id': guarded,
  'farm.market_rule.principal_id': guarded,
  'farm.farm_expense.principal_id': guarded,
  'farm.farm_month.principal_id': guarded,
  'traceability.disposal_record.plant_id': guarded,
  'traceability.integrated_subject_member.principal_id': guarded,
  'traceability.quarantine_certificate.principal_id': written,
};

const references = async (): Promise<string[]> => {
  const rows = await world.sql<{ name: string }>(
    `select format('%s.%s', c.conrelid::regclass, a.attname) as name from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'tenant_no'
     where c.contype = 'f' and c.conparentid = 0 and c.confrelid = 'registry.principal'::regclass order by 1`,
  );
  return rows.map((row) => row.name);
};

/** Which rows to take where not every one will do: open applications alone move, and the two sides of a contract are never one unit. */
const among: Readonly<Record<string, string>> = {
  'bank.device_lease.lessee_id': "status <> 'ended'",
  'bank.pledge_site.principal_id': "status <> 'closed'",
  'cure.entrust_contract.principal_id': 'id % 2 = 0',
  'cure.entrust_contract.host_id': 'id % 2 = 1',
  'cure.member_application.principal_id': "status = 'submitted'",
  'traceability.disposal_record.principal_id': "status <> 'confirmed'",
  'traceability.quarantine_declaration.principal_id': "status in ('draft', 'submitted', 'accepted')",
  'traceability.quarantine_declaration.to_principal_id': "status in ('draft', 'submitted', 'accepted')",
};

describe('what refers to a unit', () => {
  it('goes to the survivor when units are merged, or is listed as staying', async () => {
    expect((await references()).filter((one) => !moved.includes(one) && !(one in stays))).toEqual([]);
    const known = new Set(await references());
    expect([...moved, ...Object.keys(stays)].filter((one) => !known.has(one))).toEqual([]);
  });

  it('moves as listed', async () => {
    const [loser, survivor] = await world.sql<{ id: number }>(
      `select p.id from registry.principal p where p.tenant_no = 1505 and p.principal_unit_type = 'household' and p.status = 'active' order by p.id desc limit 2`,
    );
    if (!loser || !survivor) throw new Error('the demo has no two households');
    const of = (name: string) => ({ table: name.slice(0, name.lastIndexOf('.')), column: name.split('.').at(-1) });
    // Whatever its rows are: those that are in use are among the last ones.
    await world.sql('set session_replication_role = replica');
    const given = new Map<string, number>();
    for (const name of moved) {
      const { table, column } = of(name);
      const condition = among[name] ?? 'true';
      // A row may refuse to name the same unit twice: every other one is left to the table's next column.
      const step = moved.filter((one) => of(one).table === table).length > 1 ? 2 : 1;
      for (const [n, from] of [
        [200, 0],
        [30, 0],
        [1, 0],
        [1, 5],
        [1, 20],
      ]) {
        const rows = await world
          .sql(
            `update ${table} set ${column} = $1 where ctid in (select place from (
               select x.ctid as place, row_number() over (order by x.ctid desc) as nth from ${table} x
               where tenant_no = 1505 and ${condition} and ${column} is not null and ${column} not in ($1, $2)
                 and not exists (select 1 from jsonb_each(to_jsonb(x)) e where e.value = to_jsonb($1::bigint))) y
               where nth % ${step} = ${step - 1} order by nth limit ${n} offset ${from}) returning 1`,
            [loser.id, survivor.id],
          )
          .catch(() => []);
        given.set(name, Math.max(given.get(name) ?? 0, rows.length));
        if (rows.length > 0) break;
      }
    }
    await world.sql('set session_replication_role = origin');
    expect([...given].filter(([, n]) => n === 0)).toEqual([]);
    await world.database.transaction(systemScope(1505, 'test'), (tx) =>
      mergePrincipals(tx, { survivorId: survivor.id, loserId: loser.id, choices: {}, actor: null, logId: 0 }),
    );
    const unmoved: string[] = [];
    for (const name of moved) {
      const { table, column } = of(name);
      const [row] = await world.sql(`select count(*)::int as n from ${table} where ${column} = $1`, [survivor.id]);
      if (row.n === 0) unmoved.push(name);
    }
    expect(unmoved).toEqual([]);
  });
});
