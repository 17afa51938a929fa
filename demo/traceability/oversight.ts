import type { Tx } from '#kit/server/db/database.ts';
import { renewAnimals } from '#modules/traceability/server/oversight/trace-animal.ts';
import { cutSeal } from '#modules/traceability/server/seal/trace-seal.ts';
import { checkSeals, keepRun } from '#modules/traceability/server/seal/verify-run.ts';
import type { DemoWorld } from '../part.ts';

/** Printers and readers, checks on the road and in shops, and what buyers said. */
export async function saveOversight(tx: Tx, { units, today }: DemoWorld): Promise<void> {
  const keys = ['plant1', 'proc1', 'shop1', 'market1'];
  await tx.query(
    `insert into traceability.trace_equipment (tenant_no, region_code, principal_id, name, kind, model, serial_no, place,
       keeper, check_every_days, checked_on, prints, reads, last_seen_at, status)
     select p.tenant_no, p.region_code, p.id, k.name, k.kind, k.model, k.kind || '-' || p.id, k.place, p.contact_name, 365,
       $2::date - (k.no * 90)::int, case when k.kind = 'labelPrinter' then 6000 else 0 end,
       case when k.kind = 'labelPrinter' then 0 else 12000 end, $2::date - k.no * interval '9 hours',
       case when k.no = 4 then 'repairing' when k.no = 3 then 'idle' else 'inUse' end
     from registry.principal p cross join (values (1, 'labelPrinter', '标签打印机', 'ZT411', '包装间'),
       (2, 'scanner', '扫码枪', 'DS2278', '出货口'), (3, 'rfidReader', '耳标读写器', 'AWR300', '待宰圈'),
       (4, 'scale', '电子秤', 'TCS-600', '分割间')) k(no, kind, name, model, place)
     where p.id = any ($1)`,
    [keys.flatMap((key) => units.get(key) ?? []), today],
  );
  await tx.query(
    `insert into traceability.trace_label_template (tenant_no, region_code, principal_id, name, kind, width_mm, height_mm,
       per_row, gap_mm, qr_mm, font_pt, heading, note, show_date, frame)
     select p.tenant_no, p.region_code, p.id, k.name, 'P', k.width, k.height, k.per_row, 4, k.qr, k.font, k.heading, k.note,
       k.dated, k.framed
     from registry.principal p cross join (values ('小标签', 46, 44, 4, 30, 8, null, null, false, false),
       ('包装标签', 62, 60, 3, 34, 10, '草原牛羊肉', '扫码查看来源', true, true))
       k(name, width, height, per_row, qr, font, heading, note, dated, framed)
     where p.id = any ($1)`,
    [['plant1', 'proc1'].flatMap((key) => units.get(key) ?? [])],
  );
  await tx.query(
    `insert into traceability.trace_inspection (tenant_no, region_code, doc_no, inspector, place, principal_id, plate_no,
       certificate_no, inspected_at, heads, mismatches, result, measures, handled, status, created_at)
     select p.tenant_no, p.region_code, kit.doc_no('TI'), '赵建国', k.place, p.id, k.plate,
       case when k.plate is not null then 'NM15052610' || p.id end,
       $2::date - k.no * interval '5 days' + interval '10 hours', 1, case when k.result = 'ok' then 0 else 1 end, k.result,
       case when k.result <> 'ok' then '责令补标，核对来源' end, case when k.status = 'handled' then '已补齐，放行' end, k.status,
       $2::date - k.no * interval '5 days'
     from registry.principal p cross join (values (1, 'shop', null, 'ok', 'done'), (2, 'road', '蒙G12345', 'warn', 'done'),
       (3, 'market', null, 'held', 'handled'), (4, 'slaughter', null, 'ok', 'draft')) k(no, place, plate, result, status)
     where p.id = any ($1) order by k.no desc, p.id`,
    [keys.flatMap((key) => units.get(key) ?? []), today],
  );
  await tx.query(
    `insert into traceability.trace_inspection_line (tenant_no, parent_id, line_no, tag, found)
     select i.tenant_no, i.id, 1, coalesce((select a.ear_tag from registry.animal a
         where a.tenant_no = i.tenant_no and a.status = 'inStock' order by a.id limit 1), '-'),
       case when i.mismatches = 0 then 'match' else 'wrongHolder' end
     from traceability.trace_inspection i where i.tenant_no = $1`,
    [tx.scope.tenantNo],
  );
  await tx.query(
    `insert into traceability.trace_feedback (tenant_no, region_code, principal_id, doc_no, code, about, kind, content,
       answer, answered_at, status, created_at)
     select c.tenant_no, c.region_code, c.principal_id, kit.doc_no('TF'), c.code, c.target_name, k.kind, k.content,
       case when k.status <> 'open' then '已核实，谢谢反馈' end,
       case when k.status <> 'open' then $2::date - interval '2 days' end, k.status, $2::date - k.no * interval '2 days'
     from (select *, row_number() over (order by id) as n from traceability.trace_code
       where tenant_no = $1 and target_type = 'lot') c
     join (values (1, 'quality', '包装漏气，肉色发暗', 'open'), (2, 'fakeLabel', '扫出来的产品与包装不一致', 'open'),
       (3, 'wrongInfo', '重量与标签不符', 'answered'), (4, 'other', '想了解产地养殖户', 'closed')) k(no, kind, content, status)
       on k.no = c.n`,
    [tx.scope.tenantNo, today],
  );
}

const atOnce = 2000;
/** The seal over everything that was recorded until now, one more of the day after, and how complete each record is. */
export async function saveSeals(world: DemoWorld): Promise<void> {
  const at = (hours: number) => new Date(Date.parse(`${world.today}T02:00:00+08:00`) + hours * 3_600_000);
  await world.turns.take(async (tx) => {
    await cutSeal(tx, at(-24));
    await cutSeal(tx, at(0));
    const found = await checkSeals(tx, 2);
    await keepRun(tx, 'seals', found, { subject: null, startedAt: at(0), by: null });
  });
  await world.turns.take(async (tx) => {
    const animals = await tx.query<{ id: number }>(
      'select id from registry.animal where tenant_no = $1 and voided_at is null order by id',
      [tx.scope.tenantNo],
    );
    for (let from = 0; from < animals.length; from += atOnce)
      await renewAnimals(
        tx,
        animals.slice(from, from + atOnce).map((one) => one.id),
      );
  });
}
