import type { Fields } from '#kit/contract/field.ts';
import { snake } from '#kit/contract/naming.ts';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import type { Database } from '../db/database.ts';
import { systemScope } from '../db/scope.ts';
import { mapOf, tableOf } from '../resource/columns.ts';
import { activeKeyId, seal, unseal } from './pii.ts';

/**
 * Writes everything sealed under an older key anew. Row by row locked and compared, so that it may run while people work:
 * a value changed meanwhile is sealed under the new key already and is left alone.
 */
export async function reseal(database: Database, tenantNo: number, resources: readonly AnyResource[]): Promise<number> {
  let written = 0;
  for (const resource of resources) {
    // Rows that lie in another's table are written anew with that one's.
    const map = mapOf(fullName(resource));
    if (map && map.table !== tableOf(resource)) continue;
    for (const [name, one] of Object.entries(resource.fields as Fields)) {
      if (!one.pii) continue;
      const column = `${snake(name)}_enc`;
      for (;;) {
        const batch = await database.transaction(systemScope(tenantNo, 'keys'), async (tx) => {
          const rows = await tx.query<{ id: number; sealed: string }>(
            `select id, ${column} as sealed from ${tableOf(resource)} where ${column} is not null and not starts_with(${column}, $1) order by id limit 500 for update skip locked`,
            [`${activeKeyId()}.`],
          );
          for (const row of rows) {
            await tx.query(`update ${tableOf(resource)} set ${column} = $2 where id = $1`, [
              row.id,
              seal(unseal(row.sealed, tenantNo), tenantNo),
            ]);
          }
          return rows.length;
        });
        written += batch;
        if (batch === 0) break;
      }
    }
  }
  return written;
}
