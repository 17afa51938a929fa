import type { Tx } from '#kit/server/db/database.ts';
import { animalsById } from '#modules/prevention/server/visit/facts.ts';
import { renewStages } from '#modules/registry/server/animal/animal.stages.ts';
import type { DemoWorld, ModuleDemo } from '../part.ts';
import { VisitBook } from '../prevention/visit-book.ts';
import { saveBag, saveCalf, saveService } from './birth.ts';
import { animalOf, chainTag, days, kg, Life } from './cast.ts';
import { bookArrival, fallIll, weigh } from './farm.ts';
import { insure, pledge, release } from './money.ts';
import { pack, slaughter } from './plant.ts';
import { travel } from './road.ts';

/** One steer from the straw to the shop, told by every module in the order of its days. */
export const demo: ModuleDemo = {
  module: 'chain',
  across: true,
  parts: [{ name: 'chain/life', run: tell }],
};

const boughtFor = 860_000;

async function tell(world: DemoWorld): Promise<void> {
  const turn = <T>(work: (life: Life) => Promise<T>) => world.turns.take((tx: Tx) => work(new Life(tx, world)));
  await turn(async (life) => {
    await saveService(life);
    await saveBag(life);
    await saveCalf(life);
    await vaccinate(life, days.firstShot, 'house1', 'kzzq_worker1');
  });
  await turn(async (life) => {
    await travel(life, {
      day: days.moved,
      from: 'house1',
      to: 'farm1',
      purpose: 'fatten',
      certType: 'animalB',
      officialNo: '15050000901801',
      cents: boughtFor,
    });
    await bookArrival(life, boughtFor);
    await weigh(life, days.weighedIn, kg.weighedIn);
    // A calf when it was tagged: insurer and bank ask what it has grown to.
    await renewStages(life.tx, world.today);
    await insure(life);
    await vaccinate(life, days.secondShot, 'farm1', 'kzzq_worker2');
  });
  await turn(async (life) => {
    const line = await pledge(life);
    await weigh(life, days.weighedYoung, kg.weighedYoung);
    await fallIll(life);
    await weigh(life, days.weighedWell, kg.weighedWell);
    await release(life, line);
    await weigh(life, days.weighedReady, kg.weighedReady);
  });
  await turn(async (life) => {
    await slaughter(life);
    await pack(life);
  });
  await world.analyse('traceability');
}

async function vaccinate(life: Life, day: number, unit: string, worker: string): Promise<void> {
  const { tx, world } = life;
  const animal = await animalOf(tx, chainTag);
  const { staffId, name } = await life.person(worker);
  const id = life.unit(unit);
  const [holder] = await tx.query<{ name: string }>(
    'select principal_unit_name as name from registry.principal where id = $1',
    [id],
  );
  const book = new VisitBook(tx, world.random(9001 - day));
  await book.load();
  const animals = await animalsById(tx, [animal.id], false);
  await book.record([
    {
      holder: { id, name: holder?.name ?? '', regionCode: await life.regionOf(id), staffId, staffName: name, animals },
      mode: 'routine',
      seasonId: null,
      on: life.on(day),
      result: 'done',
      vaccines: ['fmdOA'],
      animals: animals.map((one) => ({ animal: one })),
    },
  ]);
}
