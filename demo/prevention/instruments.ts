import type { Tx } from '#kit/server/db/database.ts';
import { shiftDay } from '../herds.ts';

/** Name, model, number, type, bought and calibrated days ago, state. One is past its calibration, one is away for it. */
const instruments: readonly (readonly [string, string, string, string, number, number, string])[] = [
  ['酶标仪一号', 'MR-96A', 'MR96A-0217', 'elisaReader', 1500, 120, 'inUse'],
  ['酶标仪二号', 'MR-96T', 'MR96T-1103', 'elisaReader', 700, 345, 'inUse'],
  ['荧光定量 PCR 仪', 'Q-48', 'Q48-0092', 'pcr', 900, 200, 'inUse'],
  ['荧光定量 PCR 仪(备)', 'Q-16', 'Q16-0415', 'pcr', 2100, 391, 'inUse'],
  ['虎红平板凝集反应板', 'RB-40', 'RB40-031', 'plate', 400, 60, 'inUse'],
  ['恒温水浴箱', 'WB-20', 'WB20-1180', 'waterBath', 1200, 90, 'inUse'],
  ['高速冷冻离心机', 'CF-16R', 'CF16R-0077', 'centrifuge', 1300, 360, 'calibrating'],
  ['超低温冰箱', 'UF-80', 'UF80-0303', 'freezer', 1000, 30, 'inUse'],
];

export async function saveInstruments(tx: Tx, labId: number, keeperId: number, today: string): Promise<void> {
  for (const [name, model, serialNo, type, bought, calibrated, status] of instruments)
    await tx.query(
      `insert into prevention.lab_instrument (tenant_no, name, model, serial_no, lab_id, region_code, type, bought_on, calibrated_on, keeper_id, status, created_by)
       select $1, $2, $3, $4, p.id, p.region_code, $6, $7, $8, $9, $10, $9 from registry.principal p where p.id = $5`,
      [
        tx.scope.tenantNo,
        name,
        model,
        serialNo,
        labId,
        type,
        shiftDay(today, -bought),
        shiftDay(today, -calibrated),
        keeperId,
        status,
      ],
    );
}
