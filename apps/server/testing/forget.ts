import type { World } from './world.ts';

/** Nobody refers to those made for a test: the forty tables that might are not asked for each of thousands. */
export async function forgetPrincipals(world: World, contact: string): Promise<void> {
  await world.sql('set session_replication_role = replica');
  await world.sql('delete from registry.principal where contact_name = $1', [contact]);
  await world.sql('reset session_replication_role');
}
