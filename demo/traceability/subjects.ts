import type { Tx } from '#kit/server/db/database.ts';
import { tendLicences } from '#modules/traceability/server/subject/trace-subject.ts';
import type { DemoWorld } from '../part.ts';

const businesses: readonly [key: string, roles: string[], manager: string, brand: string | null][] = [
  ['plant1', ['slaughter'], '孙长江', null],
  ['carrier1', ['carrier'], '梁永胜', null],
  ['proc1', ['processing', 'coldStore'], '佟秀英', '科尔沁牛'],
  ['market1', ['market'], '白长海', null],
  ['shop1', ['retailer'], '何晓红', '科尔沁牛'],
];

/** Farms above scale, plants and shops as filed, one brand with its members, and the carrier's vehicles. */
export async function saveSubjects(tx: Tx, { units, today }: DemoWorld): Promise<void> {
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  // Traders, carriers and shops have their business licence.
  for (const [key, , manager] of businesses)
    await tx.query(
      `insert into registry.principal_document (tenant_no, region_code, principal_id, doc_kind, cert_no, title, issuer,
         issued_on, valid_from, valid_to, status)
       select $1, p.region_code, p.id, k.kind, 'SF-' || p.id, k.title, '市场监督管理部门(示范)', $3, $3, $4, 'valid'
       from registry.principal p cross join (values ('businessLicence', '营业执照'),
         ('epidemicCondition', '动物防疫条件合格证'), ('slaughterLicence', '定点屠宰证')) k(kind, title)
       where p.id = $2 and (k.kind <> 'slaughterLicence' or $5 = 'plant1')
         and (k.kind <> 'epidemicCondition' or $5 in ('plant1', 'market1'))`,
      [tx.scope.tenantNo, units.get(key), day(-400), day(manager.length * 100 + 40), key],
    );
  await tx.query(
    `insert into traceability.trace_subject (tenant_no, region_code, principal_id, kind, subject_no, roles, manager,
       capacity, risk, risk_on, status, created_at)
     select u.tenant_no, u.region_code, u.id, 'breeding', (u.region_code / 1000000)::text || '1' ||
         lpad((row_number() over (partition by u.region_code / 1000000 order by u.id))::text, 5, '0'),
       case when u.id % 2 = 0 then '{breeding,fattening}'::text[] else '{fattening}' end, u.contact_name,
       200 + (u.id % 9)::int * 100, (array['A', 'A', 'B', 'B', 'C'])[1 + u.id % 5], $1::date - 30,
       case when u.n % 14 = 5 then 'submitted' when u.n % 14 = 9 then 'draft' else 'active' end, $1::date - 300
     from (select p.*, row_number() over (order by p.id) as n from registry.principal p
       where p.tenant_no = $2 and p.status = 'active' and p.principal_unit_type in ('farm', 'cooperative')) u`,
    [today, tx.scope.tenantNo],
  );
  for (const [at, [key, roles, manager, brand]] of businesses.entries())
    await tx.query(
      `insert into traceability.trace_subject (tenant_no, region_code, principal_id, kind, subject_no, roles, manager, brand,
         risk, risk_on, status)
       select p.tenant_no, p.region_code, p.id, 'business', (p.region_code / 1000000)::text || '2' || lpad($3, 5, '0'), $4,
         $5, $6, 'A', $7::date - 20, 'active' from registry.principal p where p.id = $1 and p.tenant_no = $2`,
      [units.get(key), tx.scope.tenantNo, String(at + 1), roles, manager, brand, today],
    );
  const [brand] = await tx.query<{ id: number }>(
    `insert into traceability.trace_subject (tenant_no, region_code, principal_id, kind, subject_no, roles, manager, brand,
       risk, risk_on, status)
     select p.tenant_no, p.region_code, p.id, 'integrated', (p.region_code / 1000000)::text || '300001',
       '{fattening,slaughter,processing,retailer}', '佟秀英', '科尔沁牛', 'A', $2::date - 20, 'active'
     from registry.principal p where p.id = $1 returning id`,
    [units.get('proc1'), today],
  );
  const members: readonly [string, string][] = [
    ['farm1', 'fattening'],
    ['plant1', 'slaughter'],
    ['proc1', 'processing'],
    ['shop1', 'retailer'],
  ];
  for (const [at, [key, role]] of members.entries())
    await tx.query(
      `insert into traceability.integrated_subject_member (tenant_no, parent_id, line_no, principal_id, role, from_on)
       values ($1, $2, $3, $4, $5, $6)`,
      [tx.scope.tenantNo, brand?.id, at + 1, units.get(key), role, day(-200)],
    );
  const vehicles: readonly [plate: string, capacity: number, validTo: number][] = [
    ['蒙G12345', 40, 300],
    ['蒙G23456', 24, 200],
    ['蒙G34567', 60, 30],
    ['蒙G45678', 24, -6],
  ];
  for (const [plate, capacity, validTo] of vehicles)
    await tx.query(
      `insert into traceability.trace_vehicle (tenant_no, region_code, plate_no, carrier_id, filing_no, valid_to, kind,
         capacity, last_disinfected_at, status)
       select p.tenant_no, p.region_code, $2, p.id, 'YS' || right($2, 5), $3, '厢式货车', $4, $5::date - interval '20 hours',
         case when $3::date < $5::date then 'expired' else 'active' end from registry.principal p where p.id = $1`,
      [units.get('carrier1'), plate, day(validTo), capacity, today],
    );
  await tendLicences(tx);
}
