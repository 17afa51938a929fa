import type { Tx } from '#kit/server/db/database.ts';
import type { DemoWorld } from '../part.ts';
import { addStaffAccounts, type StaffAccount } from '../staffed.ts';
import { dayBefore } from './bulk.ts';

/** What a supplier sells: the groups of the common tree; how long its main licence still holds. */
export interface DemoSupplier {
  readonly key: string;
  readonly name: string;
  readonly contact: string;
  readonly groups: readonly string[];
  readonly papers: readonly string[];
  readonly left?: number;
}
export const suppliers: readonly DemoSupplier[] = [
  { key: 'sup1', name: '示范饲料(示范)', contact: '梁金山', groups: ['FED', 'ADD'], papers: ['feedLicence'] },
  { key: 'sup2', name: '示范兽药(示范)', contact: '冯晓东', groups: ['DRG', 'VAC'], papers: ['vetDrugLicence'] },
  { key: 'sup3', name: '科尔沁牧业饲料(示范)', contact: '白凤山', groups: ['FED'], papers: ['feedLicence'], left: 10 },
  { key: 'sup4', name: '草原动保(示范)', contact: '孟和', groups: ['DRG'], papers: ['vetDrugLicence'], left: -1 },
  { key: 'sup5', name: '绿源预混料(示范)', contact: '张秀芝', groups: ['ADD'], papers: ['feedLicence'] },
  { key: 'sup6', name: '丰泽饲料(示范)', contact: '宋立国', groups: ['FED', 'ADD'], papers: ['feedLicence'] },
  { key: 'sup7', name: '蒙东兽药经销(示范)', contact: '乌力吉', groups: ['DRG'], papers: ['vetDrugLicence'] },
  { key: 'sup8', name: '良种冻精(示范)', contact: '谢宏伟', groups: ['SEM'], papers: ['breedingLicence'] },
  { key: 'sup9', name: '智牧设备(示范)', contact: '陶俊', groups: ['DEV', 'BRN'], papers: [] },
  { key: 'sup10', name: '牧野器械(示范)', contact: '高娃', groups: ['INJ', 'PRO', 'AIT'], papers: [] },
  { key: 'sup11', name: '洁牧消毒(示范)', contact: '薛明', groups: ['DIS'], papers: ['vetDrugLicence'] },
  { key: 'sup12', name: '科尔沁草业(示范)', contact: '额尔敦', groups: ['FOR'], papers: [] },
];

const titles: Readonly<Record<string, readonly [string, string]>> = {
  businessLicence: ['营业执照', '市场监督管理部门'],
  feedLicence: ['饲料生产许可证', '农牧主管部门'],
  vetDrugLicence: ['兽药经营许可证', '农牧主管部门'],
  breedingLicence: ['种畜禽生产经营许可证', '农牧主管部门'],
};

export async function saveSuppliers(world: DemoWorld): Promise<void> {
  const { turns, today, units, random } = world;
  await turns.take(async (tx) => {
    const more = suppliers.filter((one) => !units.has(one.key));
    await world.addUnits(
      tx,
      more.map(({ key, name, contact }) => ({
        key,
        name,
        contact,
        type: 'supplier',
        level: 3,
        regionCode: 150502000000,
      })),
      random(3101),
    );
  });
  await turns.take(async (tx) => {
    for (const [at, one] of suppliers.entries())
      for (const kind of ['businessLicence', ...one.papers])
        await savePaper(tx, units.get(one.key) as number, kind, today, {
          serial: at,
          left: kind === 'businessLicence' ? 900 : (one.left ?? 400 + at * 20),
        });
  });
  await turns.take((tx) => addStaffAccounts(world, tx, accounts, random(3102)));
}

/** A valid paper, or one that ended yesterday. */
async function savePaper(
  tx: Tx,
  principalId: number,
  kind: string,
  today: string,
  { serial, left }: { serial: number; left: number },
): Promise<void> {
  const [title, issuer] = titles[kind] ?? [kind, ''];
  await tx.query(
    `insert into registry.principal_document (tenant_no, region_code, principal_id, doc_kind, cert_no, title, issuer,
       issued_on, valid_from, valid_to, status, created_at, updated_at)
     select $1, p.region_code, p.id, $3, $4, $5, $6, $7, $7, $8, $9, $7::date + interval '34 hours', $7::date + interval '34 hours'
     from registry.principal p where p.id = $2`,
    [
      tx.scope.tenantNo,
      principalId,
      kind,
      `SC${kind.slice(0, 3).toUpperCase()}${String(2_026_000 + serial)}`,
      title,
      issuer,
      dayBefore(today, 1400 - Math.min(left, 900)),
      dayBefore(today, -left),
      left < 0 ? 'expired' : 'valid',
    ],
  );
}

const supplier = (username: string, role: string, person: string, principal: string): StaffAccount => ({
  username,
  roles: [role],
  person,
  principal,
  portal: '/qyLogin',
  job: 'clerk',
});
const operator = (username: string, person: string): StaffAccount => ({
  username,
  roles: ['sel_operator'],
  person,
  principal: 'root',
  portal: '/tonglLogin',
  job: 'clerk',
});
const accounts: readonly StaffAccount[] = [
  supplier('sup1', 'supplier_admin', '梁金山', 'sup1'),
  supplier('sup1_clerk', 'supplier_clerk', '梁小雨', 'sup1'),
  supplier('sup2', 'supplier_admin', '冯晓东', 'sup2'),
  operator('sel1', '赵立群'),
  operator('sel2', '娜仁花'),
  // A bill of the authority is approved by one and paid by another.
  { ...operator('fin3', '高云霞'), roles: ['auth_finance'] },
  {
    username: 'farm1_boss',
    roles: ['shop_approver'],
    person: '韩国栋',
    principal: 'farm1',
    portal: '/qyLogin',
    job: 'farmManager',
  },
];
