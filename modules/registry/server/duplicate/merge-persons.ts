import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { absorbPerson, personChoices } from '../people/person.ts';
import { keepInStep, reassignStaff } from '../people/staff.ts';
import { chosenColumns } from '../principal/principal.merge.ts';
import type { Merge, Moved } from './merge.ts';

/** R63 for people: their posts, with duties and accounts, go on under the one row of this human being. */
export async function mergePersons(tx: Tx, { survivorId, loserId, choices, actor }: Merge): Promise<Moved> {
  const staff = await reassignStaff(tx, 'person', { from: loserId, to: survivorId, day: today() });
  await absorbPerson(tx, { survivorId, loserId, columns: chosenColumns(choices, personChoices) }, actor);
  await keepInStep(tx, survivorId);
  return { staff };
}
