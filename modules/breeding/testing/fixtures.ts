import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';

export type Made = { id: number; version: number };
let serial = 0;
export const next = () => ++serial;
export const unique = () => `${process.pid}${++serial}`;
export const one = async (world: World, text: string, values: unknown[] = []): Promise<Made> =>
  (await world.sql<Made>(`${text} returning id, version`, values))[0] as Made;

export const name = 'breeding_master';
/** Holds every permission where the county office works: no one account of the demo may do everything. */
export const person = async (world: World) => {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [name]);
  if (known.length === 0) await makeMaster(world, name, 'breed_cty1');
  return world.person(await openSession(world, name));
};
/** A picture the master has just taken. */
export async function picture(world: World, bizType: string): Promise<number> {
  const { photo } = await import('#apps/server/testing/sample-files.ts');
  const answer = await world.upload(await person(world), 'sys/file/upload', await photo('jpeg'), { bizType }, 'a.jpg');
  return answer.data.fileId;
}
export const common = { keeper: 'breed_cty1', person, stranger: 'tl_admin', wrong: {} } as const;
export const noForm = async () => ({});

export const cow = `(select a.id from registry.animal a where a.tenant_no = 1505 and a.species = 'cattle' and a.sex = 'female'
  and a.status = 'inStock' and a.region_code / 1000000 = 150521 and a.birth_date < current_date - 900 order by a.id limit 1)`;
export const ofCow = `from registry.animal a where a.id = ${cow}`;
export const holder = `(select id from registry.principal where tenant_no = 1505 and region_code / 1000 = 150521101
  and principal_unit_type = 'household' and status = 'active' order by id limit 1)`;
export const idOf = async (world: World, text: string) => (await world.sql<{ id: number }>(text))[0]?.id ?? 0;
