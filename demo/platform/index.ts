import { systemScope } from '#kit/server/db/scope.ts';
import { loadRegions } from '#modules/platform/server/reference/region/regions.ts';
import { leaveOutFactors, operatorAccounts, tongliaoAccounts } from '../accounts.ts';
import { saveAlarms, saveDemoKinds } from '../alarms.ts';
import { saveApprovals } from '../approvals.ts';
import { saveAdoptions, saveArticles } from '../articles.ts';
import { checkDemo, saveLogins, saveOperations, saveTownshipStaff, sealDemo } from '../audit.ts';
import { saveCategories, saveCommodities } from '../goods.ts';
import { saveJobs } from '../jobs.ts';
import { saveAutomatic, saveNotices, saveTasks } from '../messages.ts';
import type { DemoWorld, ModuleDemo } from '../part.ts';
import { saveCovers, savePictures } from '../pictures.ts';
import { placeVillages } from '../places.ts';
import { savePrincipals } from '../principals.ts';
import { abolishVillage, saveReleases, seatPeople } from '../releases.ts';
import { saveStaff } from '../staff.ts';
import { saveMobileMenus, savePackages, saveTenants, saveUsage } from '../tenants.ts';
import { saveThirdParties } from '../third-parties.ts';
import { saveDepartments, savePosts } from './departments.ts';
import { saveNeighbours } from './neighbours.ts';

export const demo: ModuleDemo = {
  module: 'platform',
  papers: { 'platform.sys_notice': 'created_at', 'platform.sys_task': 'opened_at' },
  months: ['kit.oper_log', 'platform.sys_login_log', 'platform.sys_third_log'].map((table) => ({
    table,
    daysBack: 95,
    months: 5,
  })),
  parts: [
    { name: 'platform/tenants', run: tenants },
    { name: 'platform/accounts', after: ['registry/units'], run: accounts },
    { name: 'platform/messages', after: ['registry/enterprises'], run: messages },
    { name: 'platform/township-staff', after: ['registry/papers'], run: townshipStaff },
    { name: 'platform/logs', closing: true, run: logs },
    { name: 'platform/neighbours', after: ['prevention/alerts'], closing: true, run: neighbours },
  ],
};

async function tenants(world: DemoWorld): Promise<void> {
  const { database, today, hasFiles } = world;
  const packages = await savePackages(database);
  const opened = await saveTenants(database, packages, today);
  await saveMobileMenus(database);
  await saveDemoKinds(database);
  await database.transaction(systemScope(0, 'demo'), async (tx) => {
    const ids = await savePrincipals(
      tx,
      [{ key: 'root', name: '平台运营方', type: 'thirdParty', level: 1, regionCode: 150000000000, contact: '运营' }],
      world.shared,
      today,
    );
    await world.addAccounts(tx, operatorAccounts, ids);
    await leaveOutFactors(tx);
    await saveCategories(tx);
    await saveReleases(tx, today, hasFiles);
    await saveArticles(tx, today, world.random(2), hasFiles ? await saveCovers(tx) : new Map());
    await abolishVillage(tx);
    await placeVillages(tx);
  });
  world.listAccounts(opened);
  // Alarms name places.
  await loadRegions(database);
}

async function accounts({ turns, units, today, shared, addAccounts }: DemoWorld): Promise<void> {
  await turns.take(async (tx) => {
    await saveDepartments(tx, units);
    await savePosts(tx);
    await addAccounts(tx, tongliaoAccounts);
    await saveThirdParties(tx, units, shared);
    await saveJobs(tx, today);
    await saveAlarms(tx, units, today);
  });
}

async function messages({ turns, units, today, random, hasFiles }: DemoWorld): Promise<void> {
  await turns.take(async (tx) => {
    await saveStaff(tx, units, random(240));
    const more = random(1);
    await saveNotices(tx, today, more);
    await saveAutomatic(tx, today, more);
    await saveTasks(tx, today, more);
    await seatPeople(tx);
    await saveApprovals(tx);
    const shelf = random(3);
    const commodities = await saveCommodities(tx, shelf);
    if (hasFiles) await savePictures(tx, today, shelf, commodities);
    await saveAdoptions(tx);
  });
}

async function townshipStaff({ turns, today, random }: DemoWorld): Promise<void> {
  await turns.take((tx) => saveTownshipStaff(tx, today, random(2)));
}

/** Months of work, once everybody is there of whom the logs speak. */
async function logs({ database, turns, today, accounts, meanwhile }: DemoWorld): Promise<void> {
  await turns.take(async (tx) => {
    const doors = accounts.filter((one) => one.tenantNo === tx.scope.tenantNo).map((one) => one.username);
    await saveLogins(tx, today, doors);
    await saveOperations(tx, today);
    await sealDemo(tx, today);
  });
  meanwhile(checkDemo(database, 1505, today));
}

async function neighbours(world: DemoWorld): Promise<void> {
  const grown = await saveNeighbours(world);
  await saveUsage(world.database, world.today, [1505, ...grown]);
}
