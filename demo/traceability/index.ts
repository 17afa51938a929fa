import type { DemoWorld, ModuleDemo } from '../part.ts';
import { counties, prefecture } from '../places.ts';
import { addStaffAccounts, type StaffAccount } from '../staffed.ts';
import { saveDisposals } from './disposals.ts';
import { saveOversight, saveSeals } from './oversight.ts';
import { saveProducts, saveThird } from './products.ts';
import { saveQuarantine } from './quarantine.ts';
import { saveSubjects } from './subjects.ts';

export const demo: ModuleDemo = {
  module: 'traceability',
  papers: {
    'traceability.farmer_registration': 'created_at',
    'traceability.quarantine_declaration': 'created_at',
    'traceability.quarantine_certificate': 'issued_at',
    'traceability.movement': 'created_at',
    'traceability.disposal_record': 'created_at',
    'traceability.third_party_batch': 'created_at',
    'traceability.trace_code_batch': 'created_at',
    'traceability.trace_lot': 'created_at',
    'traceability.trace_feedback': 'created_at',
    'traceability.trace_inspection': 'created_at',
  },
  parts: [
    { name: 'traceability/accounts', run: accounts },
    { name: 'traceability/papers', run: papers },
    { name: 'traceability/seals', closing: true, run: saveSeals },
  ],
};

const storyCounty = 150521000000;
const county = `county ${storyCounty}`;
const account = (username: string, role: string, person: string, principal: string): StaffAccount => ({
  username,
  roles: [role],
  person,
  principal,
  portal: '/tonglLogin',
  job: 'clerk',
});

async function accounts(world: DemoWorld): Promise<void> {
  const random = world.random(3901);
  const city = counties[0]?.code ?? prefecture;
  // Who carries, cuts and sells stands in the county of the stories: its own authority has lots, codes and vehicles to look after.
  const unit = (key: string, name: string, type: string, contact: string, regionCode = storyCounty) => ({
    key,
    name,
    type,
    level: 3,
    regionCode,
    contact,
  });
  await world.turns.take(async (tx) => {
    await world.addUnits(
      tx,
      [
        unit('carrier1', '示范牧运(示范)', 'carrier', '梁永胜'),
        unit('proc1', '示范肉品加工(示范)', 'processor', '佟秀英'),
        unit('market1', '科尔沁活畜交易市场(示范)', 'market', '白长海', city),
        unit('disposal1', '通辽无害化处理中心(示范)', 'disposalPlant', '齐海峰', city),
        unit('shop1', '科尔沁牛肉直营店(示范)', 'shop', '何晓红'),
      ],
      random,
    );
    await addStaffAccounts(
      world,
      tx,
      [
        account('trace1', 'trace_county', '包志明', county),
        account('trace_pref1', 'trace_prefecture', '李晓东', 'root'),
        account('carrier1', 'trace_carrier', '梁永胜', 'carrier1'),
        account('proc1', 'trace_enterprise', '佟秀英', 'proc1'),
        account('disposal1', 'disposal_clerk', '齐海峰', 'disposal1'),
        account('shop1', 'trace_enterprise', '何晓红', 'shop1'),
      ],
      random,
    );
  });
}

async function papers(world: DemoWorld): Promise<void> {
  await world.turns.take(async (tx) => {
    await saveSubjects(tx, world);
    await saveQuarantine(tx, world);
    await saveDisposals(tx, world);
    await saveThird(tx, world);
    await saveProducts(tx, world);
    await saveOversight(tx, world);
  });
  await world.analyse('traceability');
}
