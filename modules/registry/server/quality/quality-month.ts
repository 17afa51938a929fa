import type { Tx } from '#kit/server/db/database.ts';
import type { VillageFigures } from './villages.ts';

const columns = [
  ['holders', 'holders'],
  ['completenessSum', 'completeness_sum'],
  ['noLocation', 'no_location'],
  ['noPhone', 'no_phone'],
  ['noCard', 'no_card'],
  ['scaleDiffers', 'scale_differs'],
  ['lateTagged', 'late_tagged'],
  ['pensOver', 'pens_over'],
  ['oldAnimals', 'old_animals'],
  ['countGap', 'count_gap'],
  ['duplicates', 'duplicates'],
] as const satisfies readonly (readonly [keyof VillageFigures, string])[];

export const monthColumns = columns;

/** The board of today becomes what the month is remembered by, until tomorrow's takes its place. */
export async function keepMonth(tx: Tx, month: string, villages: readonly VillageFigures[]): Promise<void> {
  const names = columns.map(([, column]) => column);
  await tx.query('delete from registry.quality_month where tenant_no = $1 and month = $2', [tx.scope.tenantNo, month]);
  await tx.query(
    `insert into registry.quality_month (tenant_no, month, region_code, ${names.join(', ')})
     select $1, $2, v.region_code, ${names.map((one) => `v.${one}`).join(', ')}
     from jsonb_to_recordset($3::jsonb) v(region_code bigint, ${names.map((one) => `${one} int`).join(', ')})`,
    [
      tx.scope.tenantNo,
      month,
      JSON.stringify(
        villages.map((one) => ({
          region_code: one.regionCode,
          ...Object.fromEntries(columns.map(([name, column]) => [column, one[name]])),
        })),
      ),
    ],
  );
}
