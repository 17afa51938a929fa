import { systemScope } from '#kit/server/db/scope.ts';
import { regionPoint } from '#modules/platform/server/reference/region/regions.ts';
import { saveEnclosures } from '../enclosures.ts';
import type { DemoWorld } from '../part.ts';
import { holders, savePrincipals } from '../principals.ts';
import { saveTenant } from '../tenants.ts';

interface Neighbour {
  tenantNo: number;
  name: string;
  short: string;
  region: number;
  /** Of its organisations' map positions. */
  center: readonly [longitude: number, latitude: number];
  portal: string;
  username: string;
  person: string;
  /** The tenant is there already, in a state of its own. */
  exists?: boolean;
}

/** Which place the letters of the last four login pages stand for is our choice: docs/decisions/0007. */
const neighbours: readonly Neighbour[] = [
  {
    tenantNo: 1504,
    name: '赤峰市',
    short: '赤峰',
    region: 150400000000,
    center: [118.9, 42.26],
    portal: '/cfLogin',
    username: 'cf_mgr',
    person: '高志刚',
    exists: true,
  },
  {
    tenantNo: 5202,
    name: '六盘水市',
    short: '六盘水',
    region: 520200000000,
    center: [104.83, 26.59],
    portal: '/gzlpsLogin',
    username: 'lps_mgr',
    person: '陆明远',
    exists: true,
  },
  {
    tenantNo: 3401,
    name: '合肥市',
    short: '合肥',
    region: 340100000000,
    center: [117.23, 31.82],
    portal: '/hfLogin',
    username: 'hf_mgr',
    person: '方晓东',
  },
  {
    tenantNo: 6208,
    name: '平凉市',
    short: '平凉',
    region: 620800000000,
    center: [106.67, 35.54],
    portal: '/plhnLogin',
    username: 'plhn_mgr',
    person: '马宏伟',
  },
  {
    tenantNo: 5115,
    name: '宜宾市高县',
    short: '高县',
    region: 511525000000,
    center: [104.52, 28.44],
    portal: '/scgxzzLogin',
    username: 'scgxzz_mgr',
    person: '罗正明',
  },
  {
    tenantNo: 5205,
    name: '毕节市',
    short: '毕节',
    region: 520500000000,
    center: [105.29, 27.3],
    portal: '/gzymzzLogin',
    username: 'gzymzz_mgr',
    person: '安文军',
  },
];

/** Tenants next door, to see that nothing is shared: each has an authority, a few holders where villages are loaded, and one account. */
export async function saveNeighbours(world: DemoWorld): Promise<number[]> {
  for (const one of neighbours) {
    if (!one.exists) await saveTenant(world.database, world.today, one);
    await saveNeighbour(world, one);
  }
  return neighbours.map((one) => one.tenantNo);
}

async function saveNeighbour(
  { database, today, random, addAccounts }: DemoWorld,
  { tenantNo, name, region, center, portal, username, person }: Neighbour,
): Promise<void> {
  const own = random(tenantNo);
  await database.transaction(systemScope(tenantNo, 'demo'), async (tx) => {
    const root = {
      key: 'root',
      name: `${name}农牧主管部门(示范)`,
      type: 'authority',
      level: region % 1e8 === 0 ? 2 : 3,
      regionCode: region,
      contact: '主任',
      jurisdiction: [region],
    };
    const ids = await savePrincipals(tx, [root], own, today);
    const villages = await tx.query<{ code: number }>(
      'select code from platform.sys_region where level = 5 and code >= $1 and code < $1 + platform.region_width($1) order by code limit 40',
      [region],
    );
    if (villages.length > 0) {
      const spots = villages.map(({ code }) => {
        const point = regionPoint(Math.floor(code / 1e6) * 1e6);
        return { code, center: point ? ([point.longitude, point.latitude] as const) : center };
      });
      const some = holders(own, spots, { households: 36, farms: 3, cooperatives: 1 });
      await savePrincipals(tx, some, own, today);
      await saveEnclosures(tx);
    }
    await addAccounts(tx, [{ username, roles: ['region_manager'], person, principal: 'root', portal }], ids);
  });
}
