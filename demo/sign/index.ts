import type { DemoWorld, ModuleDemo } from '../part.ts';
import { counties, prefecture } from '../places.ts';
import { addStaffAccounts } from '../staffed.ts';
import { saveNumbers } from './numbers.ts';
import { saveSignPapers } from './papers.ts';
import { saveSettings } from './settings.ts';

export const demo: ModuleDemo = {
  module: 'sign',
  papers: {
    'sign.sign_procurement': 'created_at',
    'sign.tag_shipment': 'shipped_on',
    'sign.sign_receiving': 'sent_on',
    'sign.sign_storage': 'stored_on',
    'sign.sign_stock_out': 'created_at',
    'sign.sign_scrap': 'happened_on',
    'sign.sign_recovery': 'created_at',
    'sign.sign_stocktake': 'created_at',
    'sign.tag_hold': 'created_at',
  },
  parts: [
    { name: 'sign/accounts', run: accounts },
    { name: 'sign/numbers', run: numbers },
  ],
};

const kzzq = 150521000000;

async function accounts(world: DemoWorld): Promise<void> {
  const random = world.random(2301);
  const place = counties[0]?.code ?? prefecture;
  await world.turns.take(async (tx) => {
    await world.addUnits(
      tx,
      [
        { key: 'tagfac1', name: '示范标识厂(示范)', type: 'supplier', level: 3, regionCode: place, contact: '孙立新' },
        { key: 'tagfac2', name: '北方标识厂(示范)', type: 'supplier', level: 3, regionCode: place, contact: '齐建国' },
      ],
      random,
    );
    const portal = '/tonglLogin';
    await addStaffAccounts(
      world,
      tx,
      [
        {
          username: 'sign1',
          roles: ['sign_county'],
          person: '何玉兰',
          principal: `county ${kzzq}`,
          portal,
          job: 'clerk',
        },
        {
          username: 'sign2',
          roles: ['sign_county'],
          person: '佟建华',
          principal: `county ${kzzq}`,
          portal,
          job: 'clerk',
        },
        {
          username: 'sign_pref2',
          roles: ['ant_prefecture'],
          person: '梁志远',
          principal: 'root',
          portal,
          job: 'clerk',
        },
        { username: 'tagfac1', roles: ['sign_supplier'], person: '孙立新', principal: 'tagfac1', portal, job: 'clerk' },
        { username: 'plant1', roles: ['plant_clerk'], person: '孙长江', principal: 'plant1', portal, job: 'clerk' },
        { username: 'insp1', roles: ['trace_inspector'], person: '吴志刚', principal: 'root', portal, job: 'clerk' },
      ],
      random,
    );
  });
}

async function numbers(world: DemoWorld): Promise<void> {
  await world.turns.take(async (tx) => {
    const settings = await saveSettings(tx, world.today);
    const flow = await saveNumbers(tx, world, settings);
    await saveSignPapers(tx, world, settings, flow);
  });
  await world.analyse('sign');
}
