import { Client } from 'pg';
import { prepare } from '#db/migrate.ts';
import { appLogin, type DatabaseSettings, piiKeys, superuserLogin } from '#db/settings.ts';
import { Database, type Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { openStore } from '#kit/server/files/open-store.ts';
import { provideFiles } from '#kit/server/files/provided.ts';
import type { StoreSettings } from '#kit/server/files/store.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { depotServer } from '#modules/depot/server/index.ts';
import { loadRegions } from '#modules/platform/server/regions.ts';
import { alertsOf } from '#modules/prevention/server/alerts/clock.ts';
import { preventionServer } from '#modules/prevention/server/index.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { operatorAccounts, type PrintedAccount, saveAccounts, tongliaoAccounts } from './accounts.ts';
import { saveAlarms, saveDemoKinds } from './alarms.ts';
import { saveAnimals } from './animals.ts';
import { saveApprovals } from './approvals.ts';
import { saveAdoptions, saveArticles } from './articles.ts';
import { checkDemo, makeMonths, saveLogins, saveOperations, saveTownshipStaff, sealDemo } from './audit.ts';
import { saveCounts } from './depot/counts.ts';
import { saveFlow } from './depot/flow.ts';
import { saveStockPapers } from './depot/papers.ts';
import { saveStores } from './depot/stores.ts';
import { saveTemperatures } from './depot/temperatures.ts';
import { saveDuplicates } from './duplicates.ts';
import { saveEnclosures } from './enclosures.ts';
import { saveEnterprises } from './enterprises.ts';
import { saveCategories, saveCommodities } from './goods.ts';
import { saveJobs } from './jobs.ts';
import { saveAutomatic, saveNotices, saveTasks } from './messages.ts';
import { numberByDay } from './numbers.ts';
import { savePapers } from './papers.ts';
import { saveContacts, saveGrids, saveServices, saveStaffRows, saveTools } from './people.ts';
import { saveCovers, savePictures } from './pictures.ts';
import { counties, placeVillages } from './places.ts';
import { saveCampaign } from './prevention/campaign.ts';
import { saveCatchUp } from './prevention/catch-up.ts';
import { saveCensus } from './prevention/census.ts';
import { saveInvestigations } from './prevention/investigation.ts';
import { saveLaboratory } from './prevention/lab.ts';
import { savePeople } from './prevention/people.ts';
import { savePreventionSettings } from './prevention/settings.ts';
import { saveStockDays } from './prevention/stock.ts';
import { saveStress } from './prevention/stress.ts';
import { type DemoPrincipal, holders, organisations, savePrincipals } from './principals.ts';
import { saveQuality } from './quality.ts';
import { Random } from './random.ts';
import { abolishVillage, saveReleases, seatPeople } from './releases.ts';
import { saveScans } from './scans.ts';
import { saveStaff } from './staff.ts';
import { saveSubAdmins } from './sub-admins.ts';
import { saveMobileMenus, savePackages, saveTenants, saveUsage } from './tenants.ts';
import { saveThirdParties } from './third-parties.ts';
import { type Step, stopwatch, type Turns } from './turns.ts';

export const sizes = {
  small: { households: 140, farms: 8, cooperatives: 3, townships: 8, herds: 60 },
  medium: { households: 4_400, farms: 80, cooperatives: 20, townships: 48, herds: 1_200 },
  large: { households: 300_000, farms: 8_000, cooperatives: 1_000, townships: 143, herds: 4_000 },
} as const;
export type DemoSize = keyof typeof sizes;

interface WorldInput {
  size: DemoSize;
  today: string;
  seed: number;
  /** Where pictures and packages are put; without it the world has none. */
  files?: StoreSettings;
}

/** A fresh database with reference data and the demo world in it. */
export async function loadWorld(
  settings: DatabaseSettings,
  input: WorldInput,
  say: (line: string) => void = () => {},
  watch?: (steps: readonly Step[]) => void,
): Promise<PrintedAccount[]> {
  provideKeys(piiKeys());
  const { lap, table } = stopwatch();
  await dropDatabase(settings);
  lap('drop the old one');
  await prepare(settings, say);
  await makeMonths(settings, input.today);
  lap('migrations and reference data');
  const endNumbers = await numberByDay(settings, input.today);
  const database = new Database(appLogin(settings), { max: 2 });
  if (input.files) provideFiles({ store: await openStore(input.files), signingKey: 'demo' });
  try {
    await registryServer().start?.(database);
    await depotServer().start?.(database);
    await preventionServer().start?.(database);
    const packages = await savePackages(database);
    const opened = await saveTenants(database, packages, input.today);
    await saveMobileMenus(database);
    await saveDemoKinds(database);
    const random = new Random(input.seed);
    const operator = await database.transaction(systemScope(0, 'demo'), async (tx) => {
      const ids = await savePrincipals(
        tx,
        [{ key: 'root', name: '平台运营方', type: 'thirdParty', level: 1, regionCode: 150000000000, contact: '运营' }],
        random,
        input.today,
      );
      const accounts = await saveAccounts(tx, operatorAccounts, ids);
      const shelf = new Random(input.seed + 2);
      await saveCategories(tx);
      await saveReleases(tx, input.today, input.files !== undefined);
      await saveArticles(tx, input.today, shelf, input.files ? await saveCovers(tx) : new Map());
      await abolishVillage(tx);
      await placeVillages(tx);
      return accounts;
    });
    // Alarms name places.
    await loadRegions(database);
    lap('tenants, articles, places');
    const scope = systemScope(1505, 'demo');
    const { ids, tongliao } = await database.transaction(scope, async (tx) => {
      const units = await savePrincipals(tx, organisations(random), random, input.today);
      await savePrincipals(
        tx,
        holders(random, await villagesWithStock(tx, sizes[input.size].townships), sizes[input.size]),
        random,
        input.today,
      );
      await saveEnclosures(tx);
      await saveDepartments(tx, units);
      await savePosts(tx);
      const accounts = await saveAccounts(tx, tongliaoAccounts, units);
      await saveThirdParties(tx, units, random);
      await saveJobs(tx, input.today);
      await saveAlarms(tx, units, input.today);
      const more = new Random(input.seed + 1);
      await saveEnterprises(tx, input.today, new Random(input.seed + 136));
      await saveStaff(tx, units, new Random(input.seed + 240));
      await saveNotices(tx, input.today, more);
      await saveAutomatic(tx, input.today, more);
      await saveTasks(tx, input.today, more);
      await seatPeople(tx);
      await saveApprovals(tx);
      const shelf = new Random(input.seed + 3);
      const commodities = await saveCommodities(tx, shelf);
      if (input.files) await savePictures(tx, input.today, shelf, commodities);
      await saveAdoptions(tx);
      await savePapers(tx, input.today, new Random(input.seed + 132), input.files !== undefined);
      await saveTownshipStaff(tx, input.today, new Random(input.seed + 2));
      return { ids: units, tongliao: accounts };
    });
    lap('organisations, accounts, messages, files');
    const turns: Turns = {
      take: (work) => database.transaction(scope, work),
      analyse: (...tables) => analyseTables(settings, tables),
    };
    await saveAnimals(turns, ids, {
      today: input.today,
      random: new Random(input.seed + 130),
      most: sizes[input.size].herds,
    });
    lap('animals');
    // What one part wrote the planner has to know before the next asks for it.
    await analyse(settings, ['registry']);
    await database.transaction(scope, async (tx) => {
      await saveStaffRows(tx, input.today, new Random(input.seed + 133));
      await saveContacts(tx);
      await saveSubAdmins(tx, input.today);
      await saveGrids(tx, input.today);
      await saveTools(tx, input.today, new Random(input.seed + 134));
      const depots = await saveStores(tx, ids, input.today, new Random(input.seed + 152));
      await saveTemperatures(tx, depots, input.today, new Random(input.seed + 153));
      await saveFlow(tx, depots, input.today, new Random(input.seed + 154));
      await saveStockPapers(tx, depots, input.today);
      await saveCounts(tx, depots, input.today);
    });
    lap('people and depots');
    await saveCampaign(turns, input.today, new Random(input.seed + 157));
    lap('immunisation');
    await analyse(settings, ['registry', 'depot', 'prevention']);
    await database.transaction(scope, async (tx) => {
      await saveServices(tx, input.today, new Random(input.seed + 135));
      await saveScans(tx, input.today, new Random(input.seed + 144));
      await saveDuplicates(tx, input.today, new Random(input.seed + 142));
      await saveQuality(tx, input.today, new Random(input.seed + 143));
      lap('duplicates and quality');
      await saveLaboratory(tx, input.today, new Random(input.seed + 161));
      await saveInvestigations(tx, input.today);
      await saveCensus(tx, input.today);
      await saveStress(tx, input.today, new Random(input.seed + 160));
      lap('laboratory, census, deaths');
      await saveCatchUp(tx, input.today, new Random(input.seed + 173));
      await savePeople(tx, input.today, new Random(input.seed + 163), input.files !== undefined);
      await saveStockDays(tx, input.today);
      await savePreventionSettings(tx, ids);
    });
    lap('catch-up, quarters, stock days');
    // Its months of work, in a transaction of their own: the logs speak of people who are there.
    await database.transaction(scope, async (tx) => {
      await saveLogins(
        tx,
        input.today,
        tongliaoAccounts.map((one) => one.username),
      );
      await saveOperations(tx, input.today);
      await sealDemo(tx, input.today);
    });
    lap('logs and seals');
    // Checking reads logs and nothing else, so the rest need not wait for it; ids are given one after the other.
    const checked = checkDemo(database, 1505, input.today);
    const others: PrintedAccount[] = [];
    try {
      await alertsOf(database, 1505);
      others.push(...(await neighbour(database, 1504, 150400000000, '赤峰', 'cf_mgr', input)));
      others.push(...(await neighbour(database, 5202, 520200000000, '六盘水', 'lps_mgr', input)));
    } finally {
      await checked;
    }
    await saveUsage(database, input.today);
    await endNumbers();
    lap('alerts, neighbours, check of the logs');
    say('loaded tenants 0, 1505, 1504, 6300, 5202 with organisations, holders, departments, accounts and alarms');
    return [...operator, ...tongliao, ...others, ...opened];
  } finally {
    await database.close();
    await analyse(settings);
    lap('statistics');
    watch?.(table());
  }
}

/** What was loaded at once is not known to the planner yet, and nobody should have to wait until it is. */
async function analyse(settings: DatabaseSettings, schemas?: readonly string[]): Promise<void> {
  if (!schemas) return analyseTables(settings, []);
  const db = new Client(superuserLogin(settings));
  await db.connect();
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any ($1)`,
    [schemas],
  );
  await db.end();
  await analyseTables(
    settings,
    rows.map((row) => row.name),
  );
}

/** Without names: all there are. */
async function analyseTables(settings: DatabaseSettings, tables: readonly string[]): Promise<void> {
  const db = new Client(superuserLogin(settings));
  await db.connect();
  await db.query(`analyze ${tables.join(', ')}`);
  await db.end();
}

async function dropDatabase(settings: DatabaseSettings): Promise<void> {
  const db = new Client(superuserLogin(settings, 'postgres'));
  await db.connect();
  await db.query(`drop database if exists ${db.escapeIdentifier(settings.database)} with (force)`);
  await db.end();
}

/** Villages of the story townships first, then of the further ones, then of all others, until enough townships are filled. */
async function villagesWithStock(
  tx: Tx,
  townships: number,
): Promise<{ code: number; center: readonly [number, number] }[]> {
  const rows = await tx.query<{ code: number; parent_code: number }>(
    "select code, parent_code from platform.sys_region where level = 5 and status = 'active' and code >= 150500000000 and code < 150600000000 order by code",
  );
  const wanted = [
    ...counties.map((county) => county.story.code),
    ...counties.flatMap((county) => county.further.map((town) => town.code)),
  ];
  for (const row of rows) if (!wanted.includes(row.parent_code)) wanted.push(row.parent_code);
  const filled = new Set(wanted.slice(0, townships));
  const story = new Set(counties.flatMap((county) => county.story.villages));
  const centerOf = (code: number) =>
    counties.find((county) => Math.floor(code / 1e6) === county.code / 1e6)?.center ?? ([122.24, 43.65] as const);
  return rows
    .filter((row) => (townships <= 8 ? story.has(row.code) : filled.has(row.parent_code)))
    .map((row) => ({ code: row.code, center: centerOf(row.code) }));
}

async function savePosts(tx: Tx): Promise<void> {
  const posts = [
    'director 站长',
    'prevention 防疫专干',
    'breeding 改良员',
    'clerk 内勤',
    'keeper 库管员',
    'vet 官方兽医',
  ];
  for (const [index, post] of posts.entries()) {
    const [code, name] = post.split(' ');
    await tx.query(
      'insert into platform.sys_post (tenant_no, post_code, post_name, principal_types, order_num) values ($1, $2, $3, $4, $5)',
      [tx.scope.tenantNo, code, name, ['authority', 'preventionStation'], (index + 1) * 10],
    );
  }
}

async function saveDepartments(tx: Tx, ids: ReadonlyMap<string, number>): Promise<void> {
  const trees: Record<string, [name: string, leader: string, children: [string, string][]][]> = {
    root: [
      [
        '办公室',
        '周海',
        [
          ['文秘科', '刘颖'],
          ['信息中心', '王丽'],
        ],
      ],
      [
        '畜牧科',
        '孙志强',
        [
          ['种业股', '佟明'],
          ['饲料股', '韩立新'],
        ],
      ],
      [
        '动物防疫科',
        '何春花',
        [
          ['免疫股', '梁国庆'],
          ['检疫股', '吴军'],
        ],
      ],
      ['财务科', '白桂芝', []],
    ],
    'county 150521000000': [
      ['综合股', '包文华', []],
      ['防疫股', '梁建国', [['疫苗库', '席金山']]],
      ['改良股', '包苏和', []],
    ],
  };
  for (const [unit, departments] of Object.entries(trees)) {
    let order = 0;
    for (const [name, leader, children] of departments) {
      order += 10;
      const save = async (deptName: string, leaderName: string, parent: number | null, orderNum: number) => {
        const [row] = await tx.query<{ id: number }>(
          'insert into platform.sys_dept (tenant_no, principal_id, parent_id, dept_name, leader_name, order_num) values ($1, $2, $3, $4, $5, $6) returning id',
          [tx.scope.tenantNo, ids.get(unit), parent, deptName, leaderName, orderNum],
        );
        return row?.id ?? null;
      };
      const parent = await save(name, leader, null, order);
      for (const [index, [childName, childLeader]] of children.entries())
        await save(childName, childLeader, parent, order + index + 1);
    }
  }
}

/** A tenant next door, to see that nothing is shared: its own authority, a few households, one account. */
async function neighbour(
  database: Database,
  tenantNo: number,
  region: number,
  name: string,
  username: string,
  input: WorldInput,
): Promise<PrintedAccount[]> {
  const random = new Random(input.seed + tenantNo);
  const units: DemoPrincipal[] = [
    {
      key: 'root',
      name: `${name}农牧主管部门(示范)`,
      type: 'authority',
      level: 2,
      regionCode: region,
      contact: '主任',
      jurisdiction: [region],
    },
  ];
  return database.transaction(systemScope(tenantNo, 'demo'), async (tx) => {
    const ids = await savePrincipals(tx, units, random, input.today);
    const villages = await tx.query<{ code: number }>(
      'select code from platform.sys_region where level = 5 and code >= $1 and code < $1 + 100000000 order by code limit 40',
      [region],
    );
    if (villages.length > 0) {
      const spots = villages.map(({ code }) => ({ code, center: [118.9, 42.26] as const }));
      await savePrincipals(
        tx,
        holders(random, spots, { households: 36, farms: 3, cooperatives: 1 }),
        random,
        input.today,
      );
      await saveEnclosures(tx);
    }
    return saveAccounts(tx, [{ username, roles: ['region_manager'], person: `${name}管理员`, principal: 'root' }], ids);
  });
}
