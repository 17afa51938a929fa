import type { Tx } from '#kit/server/db/database.ts';
import type { SeasonInput } from '#modules/prevention/contract/season/season.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { summaryOf } from '#modules/prevention/server/season/coverage.ts';
import { insertSeason, markBuilt } from '#modules/prevention/server/season/prevention-season.ts';
import { saveItems } from '#modules/prevention/server/season/prevention-season-item.ts';
import { finishMonth, openMonth } from '#modules/prevention/server/season/routine-month.ts';
import type { AnimalFacts } from '#modules/prevention/server/visit/facts.ts';
import type { Random } from '../random.ts';
import type { Turns } from '../turns.ts';
import {
  flaggedVillage,
  isGrown,
  isOpen,
  loadHolders,
  nobodyOpens,
  prefecture,
  progress,
  villagesFirst,
  workday,
} from './herds.ts';
import { makeUpVisits } from './make-up.ts';
import { type Holder, type Visit, VisitBook } from './visit-book.ts';

/** What waits for the weeks at the end of the season, when the herds are as they stay. */
const early = 0.88;
/** How far the last season came. */
const springEnd = 0.987;
const hurriedSheets = 11;
const copiedSheets = 4;

const items = (
  codes: readonly (readonly [disease: string, vaccine: string, ...species: string[]])[],
): SeasonInput['items'] =>
  codes.flatMap(([diseaseCode, defaultVaccineCode, ...species]) =>
    species.map((kind) => ({
      diseaseCode,
      species: kind,
      target: 100,
      defaultVaccineCode,
      plannedCurve: 'sShaped' as const,
    })),
  );

/** Three campaigns: one of last year, one of this spring, and the one that goes on today; and what is made up between them. */
export class Campaign {
  readonly #tx: Tx;
  readonly #today: string;
  readonly #random: Random;
  readonly #book: VisitBook;
  #holders: Holder[] = [];

  private constructor(tx: Tx, today: string, random: Random) {
    this.#tx = tx;
    this.#today = today;
    this.#random = random;
    this.#book = new VisitBook(tx, random);
  }

  /** One turn of it, with the herds as they are. */
  static async turn(
    turns: Turns,
    today: string,
    random: Random,
    work: (one: Campaign) => Promise<unknown>,
  ): Promise<void> {
    await turns.take(async (tx) => {
      const campaign = new Campaign(tx, today, random);
      await campaign.load();
      await work(campaign);
    });
    await turns.analyse(...filled);
  }

  day = (days: number): string => addDays(this.#today, days);

  async load(): Promise<void> {
    await this.#book.load();
    this.#holders = await loadHolders(this.#tx);
  }

  async season(input: {
    name: string;
    kind: 'spring' | 'autumn';
    from: number;
    to: number;
    items: SeasonInput['items'];
  }): Promise<number> {
    const id = await insertSeason(
      this.#tx,
      {
        name: input.name,
        year: Number(this.day(input.from).slice(0, 4)),
        kind: input.kind,
        emergency: false,
        regionCodes: [prefecture],
        startDate: this.day(input.from),
        endDate: this.day(input.to),
        slogan: '应免尽免，不留空档',
        items: input.items,
      },
      prefecture,
    );
    await saveItems(this.#tx, id, input.items);
    await this.#tx.query(
      `update prevention.prevention_season set status = 'ongoing', published_at = now() where id = $1`,
      [id],
    );
    return id;
  }

  async build(id: number): Promise<void> {
    const [row] = await this.#tx.query<{ n: number }>('select prevention.build_plan($1, $2, $3, $4) as n', [
      this.#tx.scope.tenantNo,
      id,
      prefecture,
      prefecture + 1e8,
    ]);
    await markBuilt(this.#tx, id, row?.n ?? 0);
  }

  async close(id: number, words: string): Promise<void> {
    const summary = await summaryOf(this.#tx, id, [prefecture]);
    await this.#tx.query(
      `update prevention.prevention_season set status = 'closed', summary = $2, summary_text = $3 where id = $1`,
      [id, JSON.stringify(summary), words],
    );
  }

  /** A part of the herds was done long ago, and nobody came again: lapsed today. */
  async longAgo(): Promise<void> {
    const id = await this.season({
      name: `${this.day(-410).slice(0, 4)}年秋季集中免疫`,
      kind: 'autumn',
      from: -440,
      to: -380,
      items: items([
        ['fmd', 'fmdOA', 'cattle', 'sheep', 'goat'],
        ['ppr', 'ppr', 'sheep', 'goat'],
        ['echinococcosis', 'echino', 'sheep'],
      ]),
    });
    await this.#book.record(
      this.#holders
        .filter((_, at) => at % 4 === 0)
        .map((holder) =>
          this.visit(
            holder,
            id,
            this.day(-430 + this.#random.int(0, 40)),
            ['fmdOA', 'ppr', 'echino'],
            (one) => one.birthDate < this.day(-520),
          ),
        ),
    );
    await this.#tx.query(`update prevention.prevention_season set status = 'closed', summary_text = $2 where id = $1`, [
      id,
      '全市秋防完成。',
    ]);
  }

  async spring(): Promise<void> {
    const id = await this.season({
      name: `${this.day(-200).slice(0, 4)}年春季集中免疫`,
      kind: 'spring',
      from: -230,
      to: -160,
      items: items([
        ['fmd', 'fmdOA', 'cattle', 'sheep', 'goat'],
        ['ppr', 'ppr', 'sheep', 'goat'],
        ['brucellosis', 'brucS2', 'cattle', 'sheep', 'goat'],
      ]),
    });
    const visits = this.#holders
      .filter(({ regionCode }) => !(regionCode === nobodyOpens))
      .map((holder, at) => {
        const vaccines = at % 5 === 0 ? ['fmdOA', 'ppr', 'brucS2', 'echino'] : ['fmdOA', 'ppr', 'brucS2'];
        const missed = this.#random.chance(0.02);
        return this.visit(
          holder,
          id,
          this.day(-225 + Math.round(60 * this.#random.next())),
          vaccines,
          (one) => !(missed && one.animalId % 2 === 0),
        );
      });
    await this.#book.record(visits);
    await this.build(id);
    // The young of the year were not old enough then, and some were missed; in the last days somebody came again, until nearly all were done.
    await this.#book.record(await this.#comeAgain(id, visits));
    await this.close(id, '全市春防完成，各项指标达到要求。');
  }

  /** Visits of the season's last days to whoever waits still, as many as bring it to where it ended. */
  async #comeAgain(id: number, visits: readonly Visit[]): Promise<Visit[]> {
    const [plan] = await this.#tx.query<{ due: number; done: number }>(
      'select sum(due)::int as due, sum(done)::int as done from prevention.prevention_plan where season_id = $1',
      [id],
    );
    let left = Math.round((plan?.due ?? 0) * springEnd) - (plan?.done ?? 0);
    const remaining = await this.#remaining(id);
    const again: Visit[] = [];
    for (const { holder, vaccines } of visits) {
      if (left <= 0) break;
      const own = remaining.get(holder.id) ?? new Map<number, string[]>();
      const on = this.day(-163 + this.#random.int(0, 2));
      const animals = holder.animals.flatMap((animal) => {
        const only = own.get(animal.animalId) ?? [];
        if (only.length === 0 || only.length > left || !isGrown(animal, on)) return [];
        left -= only.length;
        return [{ animal, only }];
      });
      if (animals.length > 0)
        again.push({ holder, mode: 'season', seasonId: id, on, result: 'partial', vaccines, animals });
    }
    return again;
  }

  /** Diseases each animal of a holder still waits for. */
  async #remaining(id: number): Promise<Map<number, Map<number, string[]>>> {
    const rows = await this.#tx.query<{ principalId: number; animalId: number; diseaseCode: string }>(
      `select principal_id as "principalId", animal_id as "animalId", disease_code as "diseaseCode" from prevention.judge_season($1, $2, $3) where how = 'remaining'
       order by principal_id, animal_id, disease_code`,
      [this.#tx.scope.tenantNo, id, this.#holders.map((one) => one.id)],
    );
    const holders = [...Map.groupBy(rows, (one) => one.principalId)];
    return new Map(
      holders.map(([holder, own]) => {
        const animals = [...Map.groupBy(own, (one) => one.animalId)];
        return [holder, new Map(animals.map(([animal, all]) => [animal, all.map((one) => one.diseaseCode)]))];
      }),
    );
  }

  /** The season that goes on: every county as far as its number says. */
  async autumn(): Promise<number> {
    const start = this.day(-44);
    const kind = Number(start.slice(5, 7)) >= 3 && Number(start.slice(5, 7)) <= 7 ? 'spring' : 'autumn';
    const id = await this.season({
      name: `${start.slice(0, 4)}年${kind === 'spring' ? '春' : '秋'}季集中免疫`,
      kind,
      from: -44,
      to: 30,
      items: items([
        ['fmd', 'fmdOA', 'cattle', 'sheep', 'goat'],
        ['ppr', 'ppr', 'sheep', 'goat'],
      ]),
    });
    await this.build(id);
    const visits: Visit[] = [];
    const due = Map.groupBy(
      await this.#tx.query<{ principalId: number; animalId: number; diseaseCode: string }>(
        `select principal_id as "principalId", animal_id as "animalId", disease_code as "diseaseCode" from prevention.judge_season($1, $2, $3) where how = 'remaining'`,
        [this.#tx.scope.tenantNo, id, this.#holders.map((one) => one.id)],
      ),
      (one) => one.principalId,
    );
    const planned = await this.#tx.query<{ county: number; due: number }>(
      'select (region_code / 1000000)::int as county, sum(due)::int as due from prevention.prevention_plan where season_id = $1 group by 1',
      [id],
    );
    const counties = Map.groupBy(this.#holders, (one) => Math.floor(one.regionCode / 1e6));
    for (const [county, all] of counties) {
      const open = villagesFirst(this.#random.shuffle(all.filter(isOpen)));
      const whole = planned.find((one) => one.county === county)?.due ?? 0;
      let left = Math.round(whole * (progress[county] ?? 0.7) * early);
      for (const holder of open) {
        if (left <= 0) break;
        const own = Map.groupBy(due.get(holder.id) ?? [], (one) => one.animalId);
        const visit = this.visit(
          holder,
          id,
          this.day(workday(this.#random, this.#today, -43)),
          ['fmdOA', 'ppr'],
          (one) => {
            const n = own.get(one.animalId)?.length ?? 0;
            if (n === 0 || left < n) return false;
            left -= n;
            return true;
          },
        );
        visits.push({
          ...visit,
          animals: visit.animals.map((one) => ({
            ...one,
            only: (own.get(one.animal.animalId) ?? []).map((row) => row.diseaseCode),
          })),
        });
      }
    }
    for (const holder of this.#holders.filter(
      ({ regionCode, staffId }) => regionCode === nobodyOpens && staffId !== null,
    ))
      for (const [at, result] of (['absent', 'refused', 'absent'] as const).entries())
        visits.push({
          holder,
          mode: 'season',
          seasonId: id,
          on: this.day(-30 + at * 9),
          result,
          vaccines: [],
          animals: [],
          remark: result === 'absent' ? '家中无人' : '户主不同意',
        });
    const doubtful = visits.filter(({ holder }) => holder.regionCode === flaggedVillage);
    await this.#book.record([...visits.filter((one) => !doubtful.includes(one)), ...this.#hurried(doubtful)]);
    return id;
  }

  /** One worker writes a herd in many sheets, too fast to be true; the first four show one picture. */
  #hurried(all: readonly Visit[]): Visit[] {
    const visits = all.filter((one) => one.animals.length > 0);
    // Always the one whose sheets are longest is divided once more: no sheet is without animals.
    const counts = visits.map(() => 1);
    const length = (at: number) => (visits[at]?.animals.length ?? 0) / (counts[at] ?? 1);
    for (let sum = visits.length; sum < hurriedSheets; sum += 1) {
      const longest = visits.reduce((best, _, at) => (length(at) > length(best) ? at : best), 0);
      counts[longest] = (counts[longest] ?? 1) + 1;
    }
    const sheets = visits.flatMap((visit, at) => {
      const parts = counts[at] ?? 1;
      return Array.from({ length: parts }, (_, part): Visit => {
        const animals = visit.animals.filter((__, n) => n % parts === part);
        const on = this.day(workday(this.#random, this.#today, -30));
        return { ...visit, on, animals, result: parts > 1 ? 'partial' : visit.result };
      });
    });
    return sheets.map((one, at) =>
      at < hurriedSheets ? { ...one, flags: at < copiedSheets ? ['overspeed', 'samePhoto'] : ['overspeed'] } : one,
    );
  }

  /** Farms that buy and give their vaccine themselves: two accepted, one that waits. */
  async farms(): Promise<void> {
    const farms = await this.#tx.query<{ id: number }>(
      `select id from registry.principal where principal_unit_type = 'farm' and id = any ($1) order by id`,
      [this.#holders.map((one) => one.id)],
    );
    const visits = farms.slice(0, 3).flatMap(({ id }, at): Visit[] => {
      const holder = this.#holders.find((one) => one.id === id);
      const animals = (holder?.animals ?? []).filter((one) => one.species === 'cattle').slice(0, 20);
      if (!holder || animals.length === 0) return [];
      return [
        {
          holder,
          mode: 'self',
          waits: at === 2,
          seasonId: null,
          on: this.day(-70 - at * 9),
          result: 'partial',
          vaccines: ['lsd'],
          animals: animals.map((animal) => ({ animal })),
        },
      ];
    });
    await this.#book.record(visits);
  }

  /** The month's make-up: some of every reason done. */
  async month(): Promise<void> {
    // Months turn by the clock, not by the day the demo is loaded for.
    const round = await openMonth(this.#tx);
    await this.#tx.query('select prevention.build_routine($1, $2, $3)', [
      this.#tx.scope.tenantNo,
      prefecture,
      prefecture + 1e8,
    ]);
    if (round) await finishMonth(this.#tx, round.month);
    const visits = await makeUpVisits(this.#tx, this.#holders.filter(isOpen), this.#today, this.#random);
    await this.#book.record(visits.filter(() => this.#random.chance(0.5)));
  }

  visit(
    holder: Holder,
    seasonId: number,
    on: string,
    vaccines: readonly string[],
    which: (one: AnimalFacts, at: number) => boolean,
  ): Visit {
    const kinds = new Set(holder.animals.map((one) => one.species));
    const used = vaccines.filter((code) => this.#book.speciesOf(code).some((one) => kinds.has(one)));
    const grown = holder.animals.filter((one) => isGrown(one, on));
    const animals = grown
      .filter(which)
      .map((animal) =>
        this.#random.chance(0.015) ? { animal, exempt: this.#random.pick(['sick', 'lateGestation']) } : { animal },
      );
    return {
      holder,
      mode: 'season',
      seasonId,
      on,
      result: animals.length < grown.length ? 'partial' : 'done',
      vaccines: used,
      animals,
    };
  }
}

const filled = [
  'prevention.animal_immunity',
  'prevention.immunisation_visit',
  'prevention.immunisation_line',
  'prevention.immunisation_animal',
  'prevention.immunisation_tally',
  'prevention.prevention_season',
  'prevention.prevention_season_item',
  'prevention.prevention_plan',
  'prevention.plan_household',
  'prevention.routine_plan',
  'prevention.holder',
  'prevention.holder_stock',
  'registry.animal_head',
];

export async function saveCampaign(turns: Turns, today: string, random: Random): Promise<void> {
  await Campaign.turn(turns, today, random, (one) => one.longAgo());
  await Campaign.turn(turns, today, random, (one) => one.spring());
  await Campaign.turn(turns, today, random, async (one) => {
    await one.farms();
    await one.autumn();
  });
  await Campaign.turn(turns, today, random, (one) => one.month());
}
