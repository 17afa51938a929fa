import { randomUUID } from 'node:crypto';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { Person, World } from '#apps/server/testing/world.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';

export type Made = { id: number; version: number };
let serial = 0;
export const unique = () => `${process.pid}${++serial}`;
export const one = async (world: World, text: string, values: unknown[] = []): Promise<Made> =>
  (await world.sql<Made>(`${text} returning id::int as id, version`, values))[0] as Made;
export const noForm = async () => ({});
export const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
export const soon = (days = 20): string => addDays(today(), days);

/** Holds every permission and works for insurer A: no one account of the demo may do everything. */
export const master = 'insurance_master';
export async function person(world: World): Promise<Person> {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [master]);
  if (known.length === 0) await makeMaster(world, master, 'ins1');
  return world.person(await openSession(world, master));
}
/** The same for the authority's side. */
export const supervisor = 'insurance_supervisor_master';
export async function authority(world: World): Promise<Person> {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [supervisor]);
  if (known.length === 0) await makeMaster(world, supervisor, 'tl_insure');
  return world.person(await openSession(world, supervisor));
}

/** A picture somebody has just taken; every one of them differs. */
export async function picture(world: World, who: Person, bizType: string): Promise<number> {
  const { photo } = await import('#apps/server/testing/sample-files.ts');
  const answer = await world.upload(
    who,
    'sys/file/upload',
    await photo('jpeg', undefined, 60 + (serial++ % 900), 40 + Math.floor(serial / 900)),
    { bizType },
    `${randomUUID()}.jpg`,
  );
  return answer.data.fileId;
}
interface Home {
  readonly tenantNo: number;
  readonly principalId: number;
  readonly village: number;
}
/** Somebody new, at a unit of any tenant. */
export async function hireAt(world: World, { tenantNo, principalId, village }: Home, job: string): Promise<number> {
  const [who] = await world.sql<{ id: number }>(
    `insert into registry.person (tenant_no, region_code, name) values ($1, $2, '试验人员') returning id::int as id`,
    [tenantNo, village],
  );
  const [staff] = await world.sql<{ id: number }>(
    `insert into registry.staff (tenant_no, region_code, principal_id, person_id, name, job, hired_on, status)
     values ($1, $2, $3, $4, '试验人员', $5, current_date - 100, 'active') returning id::int as id`,
    [tenantNo, village, principalId, who?.id, job],
  );
  return staff?.id ?? 0;
}
/** An insurer of a tenant that has none yet. */
export const insurerAt = async (world: World, { tenantNo, village }: Home): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name,
         status) values ($1, $2, $3, 'insurer', '某人', 'active') returning id::int as id`,
      [tenantNo, village, `试验保险${unique()}`],
    )
  )[0]?.id ?? 0;
export const insurerOf = async (world: World, username: string): Promise<number> =>
  (
    await world.sql<{ id: number }>('select principal_id::int as id from platform.sys_user where username = $1', [
      username,
    ])
  )[0]?.id ?? 0;
export const versionOf = async (world: World, code: string): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `select v.id::int as id from insurance.ins_product_version v join insurance.ins_product p on p.id = v.product_id
       where v.tenant_no = 1505 and p.code = $1 and v.status = 'published' order by v.version_no desc limit 1`,
      [code],
    )
  )[0]?.id ?? 0;
