import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { billMonth } from '#modules/bank/server/lease/lease-bill.ts';
import type { DemoWorld } from '../part.ts';
import type { Book } from './book.ts';
import { addDays, monthStart } from './days.ts';

/** Yuan a month, and what a lost one costs. */
const rents: Readonly<Record<string, readonly [number, number]>> = {
  collar: [18, 680],
  earTag: [4, 90],
  beacon: [6, 160],
  gateway: [60, 2_400],
  camera: [45, 1_500],
  envSensor: [12, 420],
  scale: [120, 9_800],
};

/** Tags and a gateway of the service company for clients that have none; each tag is worn by an animal under pledge. */
async function saveDevices(tx: Tx, lessor: number, book: Book): Promise<void> {
  const clients = book.lines.filter((one) => one.plan.end === 'effective' && !one.plan.holder).slice(0, 6);
  for (const [index, line] of clients.entries()) {
    await tx.query(
      `with made as (
         insert into device.device (tenant_no, region_code, home_region, device_no, serial_no, mac, model_id, kind, principal_id, owner_id,
           ownership, longitude, latitude, installed_on, share_scope, firmware, status, bank_id)
         select kit.tenant(), $1, $1, kit.tenant() || '-' || case when n = 0 then 'G9' else 'T9' end || lpad(($2::int * 100 + n)::text, 5, '0'),
           'SNL' || ($2::int * 100 + n), upper(regexp_replace(substr(md5('lease' || ($2::int * 100 + n)), 1, 12),
             '(..)(..)(..)(..)(..)(..)', '\\1:\\2:\\3:\\4:\\5:\\6')), m.id, m.kind, $3, $4, 'leased',
           case when n = 0 then $6::float8 end, case when n = 0 then $7::float8 end, current_date - 160, 'jurisdiction', '2.1.1', 'active', $5
         from generate_series(0, 11) n join device.device_model m on m.tenant_no = kit.tenant() and m.kind = case when n = 0 then 'gateway' else 'earTag' end
         returning id, kind, device_no, region_code, principal_id, owner_id, bank_id),
       worn as (
         insert into device.device_binding (tenant_no, region_code, device_id, device_kind, target_kind, target_id, target_text, ear_tag, role,
           principal_id, owner_id, bank_id, from_at)
         select kit.tenant(), d.region_code, d.id, d.kind, 'animal', a.animal_id, a.ear_tag, a.ear_tag, 'wears', d.principal_id, d.owner_id,
           d.bank_id, now() - interval '150 days'
         from (select m.*, row_number() over (order by id) as place from made m where kind = 'earTag') d
         join (select i.animal_id, i.ear_tag, row_number() over (order by i.id) as place from bank.pledge_item i
           where i.tenant_no = kit.tenant() and i.pledge_id = $8 and i.state = 'pledged') a on a.place = d.place returning 1)
       insert into device.device_state (tenant_no, device_id, last_seen_at, last_event_at, boot, last_seq, silent_due_at, silent_told,
         battery_pct, battery_at, values)
       select kit.tenant(), d.id, s.at, s.at, 1, 900, s.at + interval '6 hours', true, case when d.id % 13 = 0 then 8 else 40 + (d.id % 55)::int end,
         s.at, '{}' from made d cross join lateral (select now() - make_interval(mins => (d.id % 180)::int) as at) s
       where (select count(*) from worn) >= 0`,
      [
        line.holder.regionCode,
        index + 1,
        line.holder.id,
        lessor,
        line.bankId,
        line.holder.longitude,
        line.holder.latitude,
        line.pledgeId,
      ],
    );
  }
}

/** The service company's leases: a contract for each holder of its devices, one that ends soon, and the bills of six months. */
export async function saveLeases({ today, units }: DemoWorld, tx: Tx, book: Book): Promise<void> {
  const lessor = units.get('iot1') as number;
  await saveDevices(tx, lessor, book);
  const holders = await tx.query<{ id: number }>(
    `select d.principal_id as id from device.device d
     where d.tenant_no = kit.tenant() and d.owner_id = $1 and d.ownership = 'leased' and d.principal_id <> $1
     group by 1 order by count(*) desc, 1`,
    [lessor],
  );
  for (const [index, { id }] of holders.entries()) {
    const line = book.lines.find((one) => one.holder.id === id);
    const from = addDays(monthStart(today, -7), index * 3);
    const to = addDays(from, index % 5 === 2 ? 232 : 730);
    const [lease] = await tx.query<{ id: number }>(
      `insert into bank.device_lease (tenant_no, doc_no, lessor_id, lessee_id, for_bank_id, contract_no, from_on, to_on, deposit, status)
       values (kit.tenant(), kit.doc_no('LE'), $1, $2, $3, $4, $5, $6, $7, 'active') returning id`,
      [lessor, id, line?.bankId ?? null, `ZL-${from.slice(0, 4)}-${String(101 + index)}`, from, to, 200_000],
    );
    await tx.query(
      `insert into bank.lease_line (tenant_no, lease_id, lessor_id, lessee_id, for_bank_id, device_id, device_no, device_kind, model_id,
         month_rent, device_value, from_on, to_on, deliver_state)
       select d.tenant_no, $1, $2, $3, $4, d.id, d.device_no, d.kind, d.model_id, ($5::jsonb -> d.kind ->> 0)::bigint * 100,
         ($5::jsonb -> d.kind ->> 1)::bigint * 100, $6, $7, 'good'
       from device.device d where d.tenant_no = kit.tenant() and d.principal_id = $3 and d.owner_id = $2 and d.ownership = 'leased'
       order by d.id`,
      [lease?.id, lessor, id, line?.bankId ?? null, JSON.stringify(rents), from, to],
    );
  }
  // One tag came back broken five weeks ago.
  await tx.query(
    `update bank.lease_line set returned_on = $1::date - 35, return_state = 'damaged', return_note = '外壳开裂，无法充电'
     where id = (select max(n.id) from bank.lease_line n where n.tenant_no = kit.tenant() and n.device_kind = 'earTag' and n.from_on < $1::date - 35)`,
    [today],
  );
  for (let back = 6; back >= 1; back--) await billMonth(tx, monthStart(today, -back).slice(0, 7));
  await tx.query(
    `update bank.lease_bill set status = 'paid', paid_on = due_on - 4 where tenant_no = kit.tenant()
       and due_on < $1::date and id not in (select id from bank.lease_bill where tenant_no = kit.tenant() and due_on < $1::date
         order by due_on desc, id limit 2)`,
    [today],
  );
  await tx.query(
    `update bank.lease_bill set status = 'overdue' where tenant_no = kit.tenant() and status = 'due' and due_on < $1::date`,
    [today],
  );
}

/** Whom alarms of pledged animals reach: the bank, the supervisor and each client; one site has nobody on the second step. */
export async function saveReceivers({ units }: DemoWorld, tx: Tx, book: Book): Promise<void> {
  const bank = units.get('bank1') as number;
  const rows: Record<string, unknown>[] = [];
  const phone = (n: number) =>
    Object.fromEntries(piiColumns('phone', 'phone', `1394750${String(1000 + n)}`, tx.scope.tenantNo));
  const add = (principalId: number, name: string, step: number, more: object = {}) =>
    rows.push({
      principalId,
      name,
      step,
      bankId: null,
      supervisorId: null,
      userId: null,
      level: 'warn',
      ...phone(rows.length),
      ...more,
    });
  add(bank, '何立新', 1, { userId: book.people.manager, bankId: bank });
  add(bank, '韩志远', 2, { userId: book.people.monitor, bankId: bank });
  add(bank, '白国民', 3, { userId: book.people.head, bankId: bank, level: 'urgent' });
  add(units.get('supervisor1') as number, '孟根', 1, {
    userId: book.people.patroller,
    supervisorId: units.get('supervisor1'),
  });
  const known = new Set(
    (
      await tx.query<{ id: number }>(
        'select distinct principal_id as id from platform.alarm_receiver where tenant_no = kit.tenant()',
      )
    ).map((row) => row.id),
  );
  for (const [index, { holder, bankId, plan }] of book.lines.entries()) {
    if (plan.end === 'closed' || known.has(holder.id)) continue;
    add(holder.id, holder.name.slice(0, 20), 1, { bankId });
    if (index !== 6) add(bankId, '客户经理', 2, { bankId, userId: book.people.manager });
  }
  await tx.query(
    `insert into platform.alarm_receiver (tenant_no, principal_id, bank_id, supervisor_id, user_id, receiver_name, phone_enc, phone_hash,
       phone_mask, sources, min_level, channels, step)
     select kit.tenant(), r."principalId", r."bankId", r."supervisorId", r."userId", r.name, r.phone_enc, r.phone_hash, r.phone_mask,
       array['bank', 'device'], r.level, array['notice'], r.step
     from jsonb_to_recordset($1::jsonb) r("principalId" bigint, "bankId" bigint, "supervisorId" bigint, "userId" bigint, name text,
       phone_enc text, phone_hash text, phone_mask text, level text, step int)`,
    [JSON.stringify(rows)],
  );
}
