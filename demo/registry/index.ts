import { saveAnimals } from '../animals.ts';
import { saveDuplicates } from '../duplicates.ts';
import { saveEnclosures } from '../enclosures.ts';
import { saveEnterprises } from '../enterprises.ts';
import { savePapers } from '../papers.ts';
import type { DemoWorld, ModuleDemo } from '../part.ts';
import { saveContacts, saveGrids, saveServices, saveStaffRows, saveTools } from '../people.ts';
import { holders, organisations, savePrincipals } from '../principals.ts';
import { saveQuality } from '../quality.ts';
import { saveScans } from '../scans.ts';
import { sizes } from '../sizes.ts';
import { saveSubAdmins } from '../sub-admins.ts';
import { villagesWithStock } from './villages.ts';

export const demo: ModuleDemo = {
  module: 'registry',
  papers: {
    'registry.animal_entry': 'worn_on',
    'registry.animal_change': 'happened_on',
    'registry.animal_tag_change': 'replaced_on',
  },
  parts: [
    { name: 'registry/units', after: ['platform/tenants'], run: units },
    { name: 'registry/enterprises', after: ['platform/accounts'], run: enterprises },
    { name: 'registry/papers', after: ['platform/messages'], run: papers },
    { name: 'registry/animals', after: ['platform/township-staff'], run: animals },
    { name: 'registry/people', after: [], run: people },
    { name: 'registry/quality', after: ['prevention/campaign'], run: quality },
  ],
};

async function units({ turns, shared, size, today, addUnits }: DemoWorld): Promise<void> {
  await turns.take(async (tx) => {
    await addUnits(tx, organisations(shared), shared);
    const villages = await villagesWithStock(tx, sizes[size].townships);
    await savePrincipals(tx, holders(shared, villages, sizes[size]), shared, today);
    await saveEnclosures(tx);
  });
}

async function enterprises({ turns, today, random }: DemoWorld): Promise<void> {
  await turns.take((tx) => saveEnterprises(tx, today, random(136)));
}

async function papers({ turns, today, random, hasFiles }: DemoWorld): Promise<void> {
  await turns.take((tx) => savePapers(tx, today, random(132), hasFiles));
}

async function animals({ turns, units: ids, today, random, size, analyse }: DemoWorld): Promise<void> {
  await saveAnimals(turns, ids, { today, random: random(130), most: sizes[size].herds });
  await analyse('registry');
}

async function people({ turns, today, random }: DemoWorld): Promise<void> {
  await turns.take(async (tx) => {
    await saveStaffRows(tx, today, random(133));
    await saveContacts(tx);
    await saveSubAdmins(tx, today);
    await saveGrids(tx, today);
    await saveTools(tx, today, random(134));
  });
}

async function quality({ turns, today, random }: DemoWorld): Promise<void> {
  await turns.take(async (tx) => {
    await saveServices(tx, today, random(135));
    await saveScans(tx, today, random(144));
    await saveDuplicates(tx, today, random(142));
    await saveQuality(tx, today, random(143));
  });
}
