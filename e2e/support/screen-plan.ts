import { covers, readRolePermissions } from '#db/reference-files.ts';
import { readPageKeys } from '#tools/built-pages.ts';
import { readCatalogue, type Screen } from '#tools/catalogue.ts';
import { Tree } from '#tools/tree.ts';
import { type Account, accounts } from './accounts.ts';

const tree = new Tree(process.cwd());
const built = new Set(readPageKeys(tree).map((one) => one.path));

/** Every screen that has a page and needs a permission. */
export const screens: readonly Screen[] = readCatalogue(tree).filter(
  (one) => built.has(one.path) && one.permissions.length > 0,
);
export const modules = [...new Set(screens.map((one) => one.module))];

const patterns = readRolePermissions();

/** By the roles' permission files; a tenant may hold less, which the walk shows as a screen that does not open. */
export function holds(account: Account, { permissions: [permission = ''] }: Screen): boolean {
  const held = ['*', ...account.role.split('+')].flatMap((role) => patterns.get(role) ?? []);
  return permission.split('|').some((wanted) => held.some((one) => covers(one, wanted)));
}

/** The tenant whose accounts have data to look at. */
const livingTenant = 1505;

/** Rows that only those they are of see: an account of one of them. */
const ownRows: Readonly<Record<string, string>> = {
  '/bank/credit/marginNotice': 'bank1',
  '/bank/disposal': 'bank1',
  '/cure/entrust/bill': 'host1',
  '/cure/expert/baike': 'expert1',
  '/insuranceMgt/coinsurance/book': 'ins_mgr1',
};

/** Those who see most rows come first: a screen without any row shows little. */
const widest = ['region_manager', 'tenant_admin', 'ant_prefecture'];
const rank = ({ role, tenantNo }: Account) => {
  const at = widest.indexOf(role);
  return (at < 0 ? widest.length : at) + (tenantNo === livingTenant ? 0 : 100);
};

/**
 * Which account opens which screens: the first that may, so that few do, because loading the program for another account is
 * what costs. An account outside the living tenant opens only what nobody inside may.
 */
export function planWalk(): Map<Account, Screen[]> {
  const inOrder = accounts().toSorted((a, b) => rank(a) - rank(b));
  return Map.groupBy(screens, (screen) => {
    const own = ownRows[screen.path];
    const found = inOrder.find((one) => holds(one, screen) && (!own || one.username === own));
    if (!found) throw new Error(`no demo account may open ${screen.path}`);
    return found;
  });
}

/** One screen per module that this account may not open. */
export const refusedTo = (account: Account): Screen[] =>
  modules.flatMap((module) => screens.find((one) => one.module === module && !holds(account, one)) ?? []);
