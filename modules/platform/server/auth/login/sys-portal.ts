import type { Language } from '#kit/contract/envelope.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { demoAccounts } from '#modules/platform/contract/auth/demo-door.ts';
import * as contract from '#modules/platform/contract/auth/session.ts';
import { toTraditional } from '../../common/traditional.ts';
import { publicUrl } from '../../file/file-links.ts';
import { publicConfig } from '../../tenant/config-routes.ts';
import { nobody } from '../authenticator.ts';
import { demoAccountsOf } from './demo-door.ts';
import { attemptsOf, levelOf } from './door.ts';

export interface PortalRow {
  portal_id: string;
  route: string;
  title_zh_cn: string;
  title_zh_tw: string;
  title_en: string;
  subtitle_zh_cn: string | null;
  subtitle_zh_tw: string | null;
  subtitle_en: string | null;
  for_tenant: number | null;
  principal_types: string[];
  layout: contract.Portal['layout'];
  color: string | null;
  home_path: string | null;
  show_in_nav: boolean;
  nav_group: string | null;
  remember_allowed: boolean;
  host_names: string[];
  logo: number | null;
  background: number | null;
  show_download: boolean;
  order_num: number;
  status: contract.Portal['status'];
}

async function allPortals(database: Database): Promise<PortalRow[]> {
  const [rows] = await database.read<[PortalRow]>(nobody, {
    text: 'select * from platform.sys_portal order by order_num',
    values: [],
  });
  return rows;
}

const isOpen = (row: PortalRow): boolean => row.status === 'enabled';

function orCommon(found: PortalRow | undefined, rows: readonly PortalRow[]): PortalRow {
  const row = found ?? rows.find(({ portal_id }) => portal_id === 'all');
  if (!row) throw new Error('the portal `all` is missing');
  return row;
}

/** The portal a login or a session names, whatever its state. */
export async function portalById(database: Database, portalId: string | null): Promise<PortalRow> {
  const rows = await allPortals(database);
  return orCommon(
    rows.find((row) => row.portal_id === portalId),
    rows,
  );
}

interface PortalQuery {
  readonly route?: string | undefined;
  readonly loginId?: string | undefined;
  readonly host?: string | undefined;
}

/** By route, else by id, else by host, else the common one. Only its own route shows a disabled portal: a remembered id must not lock its users out. */
export async function findPortal(database: Database, { route, loginId, host }: PortalQuery): Promise<PortalRow> {
  const rows = await allPortals(database);
  const byRoute = route && route !== '/allLogin' ? rows.find((row) => row.route === route) : undefined;
  const byId = loginId ? rows.find((row) => row.portal_id === loginId && isOpen(row)) : undefined;
  const byHost = host ? rows.find((row) => isOpen(row) && row.host_names.includes(host)) : undefined;
  return orCommon(byRoute ?? byId ?? byHost, rows);
}

export const mayEnterBy = (portal: PortalRow, tenantNo: number, principalType: string | null): boolean =>
  (portal.for_tenant === null || portal.for_tenant === tenantNo) &&
  (portal.principal_types.length === 0 || (principalType !== null && portal.principal_types.includes(principalType)));

/** The most particular door this account may use. */
export async function fittingPortal(
  database: Database,
  tenantNo: number,
  principalType: string | null,
): Promise<PortalRow> {
  const open = (await allPortals(database)).filter(
    (row) => isOpen(row) && row.layout !== 'compact' && mayEnterBy(row, tenantNo, principalType),
  );
  const found =
    open.find((row) => row.principal_types.length > 0) ?? open.find((row) => row.for_tenant === tenantNo) ?? open[0];
  if (!found) throw new Error('no door is open for this account');
  return found;
}

export async function portalTitles(database: Database, language: Language): Promise<ReadonlyMap<string, string>> {
  const column = `title_${language.toLowerCase()}` as 'title_en';
  return new Map((await allPortals(database)).map((row) => [row.portal_id, row[column]]));
}

function publicFace(row: PortalRow): contract.Portal {
  return {
    portalId: row.portal_id,
    route: row.route,
    title: { zh_CN: row.title_zh_cn, zh_TW: row.title_zh_tw, en: row.title_en },
    subtitle: row.subtitle_zh_cn
      ? { zh_CN: row.subtitle_zh_cn, zh_TW: row.subtitle_zh_tw ?? '', en: row.subtitle_en ?? '' }
      : null,
    layout: row.layout,
    color: row.color,
    homePath: row.home_path,
    rememberAllowed: row.remember_allowed,
    navGroup: row.nav_group,
    logo: row.logo === null ? null : publicUrl(row.logo),
    background: row.background === null ? null : publicUrl(row.background),
    showDownload: row.show_download,
    orderNum: row.order_num,
    status: row.status,
  };
}

/** The door's own pictures first, then those its tenant shows everywhere. */
async function dressedFace(
  database: Database,
  row: PortalRow,
): Promise<Omit<contract.PortalFace, 'captchaNow' | 'demo'>> {
  const config = await publicConfig(database, row.for_tenant ?? 0);
  const find = (code: string) => config.find((one) => one.configCode === code);
  const text = (code: string) => find(code)?.configValue || null;
  const face = publicFace(row);
  return {
    ...face,
    logo: face.logo ?? find('sys_logo')?.url ?? null,
    background: face.background ?? find('login_background')?.url ?? null,
    favicon: find('sys_favicon')?.url ?? null,
    supportPhone: text('support_phone'),
    copyright: find('sys_copyright')?.names ?? null,
    icpNo: text('icp_no'),
    policeNo: text('police_no'),
  };
}

export const portalRoutes = (): Route[] => [
  serve('platform', contract.portals, async (call) =>
    (await allPortals(call.database)).filter((row) => isOpen(row) && row.show_in_nav).map(publicFace),
  ),
  serve('platform', contract.portal, async (call) => {
    const row = await findPortal(call.database, call.query);
    const asked = { attempts: await attemptsOf(call, ''), username: '', tenantNo: row.for_tenant ?? 0 };
    const captchaNow = (await levelOf(call, asked)) > 0;
    const demo = (await demoAccountsOf(call.database)).length > 0;
    return { ...(await dressedFace(call.database, row)), captchaNow, demo };
  }),
  serve('platform', demoAccounts, async ({ database, query }) => {
    const doors = await allPortals(database);
    const asked = doors.find((row) => row.portal_id === query.portalId);
    const common = doors.find((row) => row.portal_id === 'all');
    return (
      (await demoAccountsOf(database))
        // Who needs a code from a telephone as well cannot be let in by one click.
        .filter((one) => !one.mfaSecret && (!asked || mayEnterBy(asked, one.tenantNo, one.principalType)))
        .map(({ username, password, role, portal, person, unit, roleName, group }) => {
          const portalId = (doors.find((row) => row.route === portal) ?? common)?.portal_id ?? 'all';
          return { username, password, roles: role.split('+'), person, unit, roleName, group, portalId };
        })
    );
  }),
];

export interface NewPortal {
  readonly portalId: string;
  readonly route: string;
  readonly title: string;
  readonly titleEn: string | null;
  readonly tenantNo: number;
}

/** The door of a new tenant, last in its row. */
export async function insertPortal(tx: Tx, portal: NewPortal): Promise<void> {
  await tx.query(
    `insert into platform.sys_portal (portal_id, route, title_zh_cn, title_zh_tw, title_en, for_tenant, layout, nav_group, order_num, status)
     select $1, $2, $3, $6, coalesce($4, $3), $5, 'right', (select nav_group from platform.sys_portal where for_tenant is not null order by order_num limit 1),
       coalesce(max(order_num), 0) + 10, 'enabled' from platform.sys_portal`,
    [portal.portalId, portal.route, portal.title, portal.titleEn, portal.tenantNo, toTraditional(portal.title)],
  );
}
