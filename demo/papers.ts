import type { Tx } from '#kit/server/db/database.ts';
import { saveScan } from './pictures.ts';
import type { Random } from './random.ts';

const kinds: Record<string, readonly [kind: string, title: string, issuer: string, years: number][]> = {
  farm: [
    ['businessLicence', '营业执照', '市场监督管理部门', 0],
    ['epidemicCondition', '动物防疫条件合格证', '农牧主管部门', 3],
    ['farmRecord', '畜禽养殖备案表', '农牧主管部门', 5],
    ['landUse', '设施农用地备案', '自然资源部门', 10],
  ],
  cooperative: [
    ['businessLicence', '营业执照', '市场监督管理部门', 0],
    ['farmRecord', '畜禽养殖备案表', '农牧主管部门', 5],
    ['manureTreatment', '粪污资源化利用方案', '生态环境部门', 3],
  ],
  slaughterhouse: [
    ['slaughterLicence', '定点屠宰证', '人民政府', 5],
    ['epidemicCondition', '动物防疫条件合格证', '农牧主管部门', 3],
  ],
  clinic: [['clinicLicence', '动物诊疗许可证', '农牧主管部门', 5]],
  supplier: [
    ['feedLicence', '饲料生产许可证', '农牧主管部门', 5],
    ['vetDrugLicence', '兽药经营许可证', '农牧主管部门', 5],
  ],
  breedingStation: [['breedingLicence', '种畜禽生产经营许可证', '农牧主管部门', 3]],
};

/** Days to the end of those that stand out: three are over, the next dozen end within a month. */
const ends = [-40, -12, -3, 2, 5, 6, 9, 12, 15, 18, 21, 24, 26, 28, 29, 45, 52];

/** Licences of the units that need them; a few wait to be verified, one was refused. */
export async function savePapers(tx: Tx, today: string, random: Random, withFiles: boolean): Promise<number> {
  const units = await tx.query<{ id: number; type: string; region: number; county: number }>(
    `select id, principal_unit_type as type, region_code as region, (region_code / 1000000)::int as county from registry.principal
     where status in ('active', 'suspended') and principal_unit_type = any ($1) order by id limit 60`,
    [Object.keys(kinds)],
  );
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  let serial = 0;
  let dated = 0;
  for (const unit of units)
    for (const [kind, title, issuer, years] of kinds[unit.type] ?? []) {
      serial += 1;
      if (years > 0) dated += 1;
      const stands = years > 0 && dated % 2 === 0 ? ends[dated / 2 - 1] : undefined;
      const left = stands ?? random.int(90, 900);
      const issued = years > 0 ? left - years * 365 : -random.int(200, 2500);
      const status =
        stands !== undefined && stands < 0
          ? 'expired'
          : serial % 11 === 5
            ? 'pending'
            : serial % 37 === 7
              ? 'rejected'
              : 'valid';
      const [row] = await tx.query<{ id: number }>(
        `insert into registry.principal_document (tenant_no, region_code, principal_id, doc_kind, cert_no, title, issuer, issued_on, valid_from, valid_to, status, reason, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $8::date + interval '34 hours', $8::date + interval '34 hours') returning id`,
        [
          tx.scope.tenantNo,
          unit.region,
          unit.id,
          kind,
          `${unit.county}${kind.slice(0, 2).toUpperCase()}${String(serial).padStart(6, '0')}`,
          title,
          issuer,
          day(issued),
          years > 0 ? day(left) : null,
          status,
          status === 'rejected' ? '扫描件不清晰,请重新上传' : null,
        ],
      );
      if (withFiles && row && serial <= 24) {
        const file = await saveScan(tx, `${title}.jpg`, 'registry.principalDocument', row.id);
        await tx.query('update registry.principal_document set files = $2 where id = $1', [
          row.id,
          JSON.stringify([file]),
        ]);
      }
    }
  return serial;
}
