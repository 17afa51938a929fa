import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/tenant/sys-tenant.ts';
import { allItems, nameIn, refuseFaults } from '../role/menu/item-rules.ts';
import { lockTenant, readTenant, saveItems, type TenantRow } from './sys-tenant.ts';

const itemsOf = ({ packageItemIds, extraItemIds, removedItemIds }: TenantRow): number[] =>
  [...new Set([...packageItemIds, ...extraItemIds])].filter((id) => !removedItemIds.includes(id));

interface Lost {
  role_id: number;
  role_name: string;
  role_name_tw: string | null;
  role_name_en: string | null;
  users: number;
  item_ids: number[];
}

async function save(call: Call<typeof contract.saveAuthority>) {
  const { tenantNo, itemIds, reason, dryRun } = call.body;
  const { tx, language } = call;
  const tenant = await lockTenant(tx, tenantNo);
  const items = await allItems(tx);
  const chosen = new Set(itemIds);
  refuseFaults(items, chosen, language);
  const names = new Map(items.map((item) => [item.id, nameIn(item, language)]));
  const nameOf = (id: number) => names.get(id) ?? String(id);
  const before = itemsOf(tenant).filter((id) => names.has(id));
  const removed = before.filter((id) => !chosen.has(id));
  const gained = itemIds.filter((id) => !before.includes(id));
  const rows = await tx.query<Lost>('select * from platform.items_lost($1, $2)', [tenantNo, itemIds]);
  const answer = {
    lost: rows.map((row) => ({
      roleId: row.role_id,
      roleName: nameIn({ zh: row.role_name, tw: row.role_name_tw, en: row.role_name_en }, language),
      users: row.users,
      items: row.item_ids.map(nameOf),
    })),
    gained: gained.map(nameOf),
    removed: removed.map(nameOf),
  };
  if (dryRun || gained.length + removed.length === 0) {
    call.audited = true;
    return answer;
  }
  const inPackage = new Set(tenant.packageItemIds);
  await saveItems(
    tx,
    tenantNo,
    itemIds.filter((id) => !inPackage.has(id)),
    tenant.packageItemIds.filter((id) => !chosen.has(id)),
  );
  await audit(tx, call as unknown as Call, {
    module: 'platform',
    entity: 'sysTenant',
    entityId: tenant.id,
    entityName: tenant.tenantName,
    action: 'grant',
    params: { reason },
    before: { items: removed.map(nameOf) },
    after: { items: gained.map(nameOf) },
  });
  call.answer.msg = call.say('ok.saved');
  return answer;
}

export const authorityRoutes = (): Route[] => [
  serve('platform', contract.tenantAuthority, async (call) => {
    const tenant = await readTenant(call, call.query.tenantNo);
    return {
      tenantNo: tenant.tenantNo,
      tenantName: tenant.tenantName,
      packageName: tenant.packageName,
      packageItemIds: [...tenant.packageItemIds],
      itemIds: itemsOf(tenant),
    };
  }),
  serve('platform', contract.saveAuthority, save),
];
