import type { DemoWorld, ModuleDemo } from '../part.ts';
import { addStaffAccounts, type StaffAccount } from '../staffed.ts';
import { saveCatalogue } from './catalogue.ts';
import { saveConsults } from './consults.ts';
import { saveEntrust } from './entrust.ts';
import { saveKnowledge } from './knowledge.ts';
import { savePeople } from './people.ts';
import { saveSheets } from './prescriptions.ts';
import { saveRooms, saveSettings } from './rooms.ts';
import { saveSociety } from './society.ts';
import { saveTemplates } from './templates.ts';
import { saveTreatments } from './treatments.ts';

export const demo: ModuleDemo = {
  module: 'cure',
  papers: {
    'cure.consult': 'created_at',
    'cure.prescription': 'created_at',
    'cure.treatment': 'treated_on',
    'cure.suspect_report': 'reported_at',
    'cure.member_application': 'created_at',
    'cure.member_fee': 'due_on',
    'cure.expert_application': 'created_at',
    'cure.cure_notice': 'created_at',
    'cure.entrust_contract': 'created_at',
    'cure.entrust_bill': 'period_to',
  },
  // The field vets' boxes were filled a year ago.
  months: [{ table: 'depot.stock_move', daysBack: 400, months: 14 }],
  parts: [
    { name: 'cure/accounts', run: accounts },
    { name: 'cure/catalogue', run: catalogue },
    { name: 'cure/cases', run: cases },
    { name: 'cure/community', run: community },
  ],
};

const authority = (username: string, role: string, person: string): StaffAccount => ({
  username,
  roles: [role],
  person,
  principal: 'root',
  portal: '/tonglLogin',
  job: 'clerk',
});
const practice = (username: string, role: string, person: string, job: string, regions?: number[]): StaffAccount => ({
  username,
  roles: [role],
  person,
  principal: 'clinic1',
  portal: '/tonglLogin',
  job,
  ...(regions && { regions }),
});

async function accounts(world: DemoWorld): Promise<void> {
  const random = world.random(3304);
  // The clinic serves the county its field vets work in.
  await world.turns.take((tx) =>
    tx.query(
      'insert into registry.principal_jurisdiction (tenant_no, principal_id, region_code) values ($1, $2, 150521000000)',
      [tx.scope.tenantNo, world.units.get('clinic1')],
    ),
  );
  await world.turns.take((tx) =>
    addStaffAccounts(
      world,
      tx,
      [
        practice('vet1', 'cure_vet', '席志远', 'vet', [150521000000]),
        practice('vet2', 'cure_vet', '海日罕', 'vet', [150521000000]),
        practice('clinic1', 'cure_clinic', '席明', 'clerk'),
        practice('expert1', 'cure_expert', '包志刚', 'expert'),
        practice('expert2', 'cure_expert', '乌云其其格', 'expert'),
        practice('expert3', 'cure_expert', '陈望舒', 'expert'),
        authority('cure1', 'cure_admin', '鲍秀兰'),
        authority('duty1', 'cure_leader', '康立军'),
        {
          username: 'farm_vet1',
          roles: ['farm_vet'],
          person: '宝音图',
          principal: 'farm1',
          portal: '/qyLogin',
          job: 'vet',
        },
        {
          username: 'qvet1',
          roles: ['official_vet'],
          person: '吴军',
          principal: 'station 150521101000',
          portal: '/tonglLogin',
          job: 'inspector',
        },
      ],
      random,
    ),
  );
}

async function catalogue({ turns, today, random }: DemoWorld): Promise<void> {
  await turns.take(async (tx) => {
    await saveCatalogue(tx, today);
    await savePeople(tx, today, random(3305));
    await saveSettings(tx);
  });
}

async function cases({ turns, today, random, analyse }: DemoWorld): Promise<void> {
  await turns.take((tx) => saveTreatments(tx, today, random(3306)));
  await turns.take((tx) => saveSheets(tx, today, random(3308)));
  await turns.take((tx) => saveConsults(tx, random(3307)));
  await turns.take((tx) => saveRooms(tx, random(3309)));
  await analyse('cure');
}

const association = 'society1';
/** The society and its people, what is known, and animals kept for others. */
async function community(world: DemoWorld): Promise<void> {
  const { turns, today, random, units } = world;
  await turns.take(async (tx) => {
    const name = '通辽市畜牧兽医协会(示范)';
    const place = { type: 'association', level: 2, regionCode: 150500000000, contact: '包志远' };
    await world.addUnits(tx, [{ key: association, name, ...place }], random(3341));
    await addStaffAccounts(
      world,
      tx,
      [
        { ...associate, username: 'soc1', roles: ['soc_admin'], person: '包志远' },
        { ...associate, username: 'soc2', roles: ['soc_clerk'], person: '王秀兰' },
        {
          username: 'host1',
          roles: ['cure_host'],
          person: '刘永胜',
          principal: 'host1',
          portal: '/qyLogin',
          job: 'clerk',
        },
      ],
      random(3342),
    );
  });
  await turns.take((tx) => saveSociety(tx, units.get(association) as number, today, random(3343)));
  await turns.take((tx) => saveTemplates(tx));
  await turns.take((tx) => saveKnowledge(tx, today, random(3344)));
  await turns.take((tx) => saveEntrust(tx, units, today, random(3345)));
}
const associate = { principal: association, portal: '/tonglLogin', job: 'clerk' } as const;
