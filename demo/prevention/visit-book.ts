import type { Tx } from '#kit/server/db/database.ts';
import { addDays, type Heads, headsOf } from '#modules/prevention/contract/visit/judge.ts';
import { projectImmunity, refreshHolders } from '#modules/prevention/server/livestock/animal-immunity.ts';
import { immunisedEvent } from '#modules/prevention/server/visit/effects.ts';
import { type AnimalFacts, type VaccineFacts, vaccinesIn } from '#modules/prevention/server/visit/facts.ts';
import { insertAnimals } from '#modules/prevention/server/visit/immunisation-animal.ts';
import { insertLines } from '#modules/prevention/server/visit/immunisation-line.ts';
import { insertTally } from '#modules/prevention/server/visit/immunisation-tally.ts';
import { insertVisit } from '#modules/prevention/server/visit/immunisation-visit.ts';
import type { JudgedLine, TakenAnimal } from '#modules/prevention/server/visit/judge-sheet.ts';
import { subsidyOf } from '#modules/prevention/server/visit/self.ts';
import { type LifeEvent, writeEvents } from '#modules/registry/server/index.ts';
import type { Random } from '../random.ts';

export interface Holder {
  readonly id: number;
  readonly name: string;
  readonly regionCode: number;
  readonly staffId: number | null;
  readonly staffName: string | null;
  readonly animals: AnimalFacts[];
}

export interface Head {
  readonly animal: AnimalFacts;
  readonly exempt?: string;
  readonly reason?: string;
  /** Diseases it is due for, where it is not due for all. */
  readonly only?: readonly string[];
}

export interface Visit {
  readonly holder: Holder;
  readonly mode: 'season' | 'routine' | 'self';
  /** Told and not accepted yet: counts nowhere. */
  readonly waits?: boolean;
  readonly seasonId: number | null;
  readonly on: string;
  readonly result: 'done' | 'partial' | 'absent' | 'refused';
  readonly vaccines: readonly string[];
  readonly animals: readonly Head[];
  /** Heads without numbers by kind and stage, given what their kind gets. */
  readonly untagged?: Heads;
  readonly flags?: readonly string[];
  readonly remark?: string;
}

/** Visits by the hundred, written as the form writes one. */
export class VisitBook {
  readonly #tx: Tx;
  readonly #random: Random;
  #vaccines = new Map<string, VaccineFacts>();
  #lots = new Map<string, { materialId: number; lotId: number; lotNo: string }>();

  constructor(tx: Tx, random: Random) {
    this.#tx = tx;
    this.#random = random;
  }

  async load(): Promise<void> {
    this.#vaccines = new Map((await vaccinesIn(this.#tx)).map((one) => [one.vaccineCode, one]));
    const lots = await this.#tx.query<{ vaccineCode: string; materialId: number; lotId: number; lotNo: string }>(
      `select distinct on (m.vaccine_code) m.vaccine_code as "vaccineCode", m.id as "materialId", l.id as "lotId", l.lot_no as "lotNo"
       from depot.material m join depot.lot l on l.material_id = m.id where m.vaccine_code is not null order by m.vaccine_code, l.quality = 'ok' desc, l.expire_on desc`,
    );
    this.#lots = new Map(lots.map((one) => [one.vaccineCode, one]));
  }

  speciesOf(vaccineCode: string): readonly string[] {
    return this.#vaccines.get(vaccineCode)?.species ?? [];
  }

  /** Written as visits are, many at a time: rows, events, immunity and plans. */
  async record(visits: readonly Visit[]): Promise<void> {
    const events: LifeEvent[] = [];
    const saved: { id: number; visit: Visit; lines: JudgedLine[]; taken: TakenAnimal[] }[] = [];
    for (const visit of visits
      .filter((one) => one.animals.length > 0 || one.untagged || one.remark)
      .toSorted((a, b) => a.on.localeCompare(b.on))) {
      const { holder } = visit;
      const lines = visit.vaccines.map((code, at): JudgedLine => {
        const vaccine = this.#vaccines.get(code) as VaccineFacts;
        const lot = this.#lots.get(code);
        const fits = visit.animals.filter((one) => !one.exempt && this.#fits(vaccine, one));
        const untagged = Object.fromEntries(
          Object.entries(visit.untagged ?? {}).filter(([species]) => vaccine.species.includes(species)),
        );
        const untaggedHeads = Object.keys(untagged).reduce((sum, species) => sum + headsOf(untagged, species), 0);
        return {
          lineNo: at + 1,
          vaccine,
          materialId: lot?.materialId ?? null,
          lotId: lot?.lotId ?? null,
          lotNo: lot?.lotNo ?? `${code.toUpperCase()}-01`,
          untagged,
          taggedHead: fits.length,
          doses: fits.length + untaggedHeads,
        };
      });
      const taken = visit.animals.map((head): TakenAnimal => {
        const { animal, exempt } = head;
        const own = lines.filter((line) => this.#fits(line.vaccine, head));
        return {
          animal,
          result: exempt ? 'exempt' : 'done',
          lineNos: exempt ? [] : own.map((line) => line.lineNo),
          diseaseCodes: [...new Set(own.flatMap((line) => line.vaccine.diseaseCodes))],
          exemptReason: exempt ?? null,
          exemptUntil: exempt ? addDays(visit.on, 30) : null,
          note: null,
          guest: false,
        };
      });
      const done = taken.filter((one) => one.result === 'done');
      const count = (species: string) =>
        done.filter((one) => one.animal.species === species).length + headsOf(visit.untagged ?? {}, species);
      const hour = this.#random.int(7, 17);
      const made = await insertVisit(
        this.#tx,
        {
          sheet: {
            clientKey: this.#random.uuid(),
            mode: visit.mode,
            principalId: holder.id,
            helpers: [],
            visitedOn: visit.on,
            startedAt: `${visit.on}T${String(hour).padStart(2, '0')}:05:00+08:00`,
            endedAt: `${visit.on}T${String(hour).padStart(2, '0')}:50:00+08:00`,
            result: visit.result,
            photos: [],
            purchaseProof: [],
            ...(visit.untagged && { foundUntagged: visit.untagged }),
            remark: visit.remark ?? null,
            lines: [],
            animals: [],
          },
          regionCode: holder.regionCode,
          seasonId: visit.seasonId,
          staffId: visit.mode === 'self' ? null : holder.staffId,
          result: visit.result,
          foundTagged: holder.animals.length,
          flags: visit.flags ?? [],
          spotCheck: false,
          heads: { cattle: count('cattle'), sheep: count('sheep'), goat: count('goat') },
          diseaseCodes: [...new Set(lines.flatMap((line) => line.vaccine.diseaseCodes))],
          lots: [...new Set(lines.map((line) => line.lotNo))],
          vaccines: lines.map((line) => `${line.vaccine.name} ${line.lotNo}`).join('；'),
          doses: lines.reduce((sum, line) => sum + line.doses, 0),
          reasons: [...new Set(visit.animals.flatMap((one) => one.reason ?? []))],
          counted: !visit.waits,
        },
        null,
      );
      await insertLines(this.#tx, made.id, lines);
      const facts = {
        ...made,
        visitedOn: visit.on,
        worker: visit.mode === 'self' ? null : holder.staffName,
        lines: lines.map((line) => ({ lineNo: line.lineNo, name: line.vaccine.name, lotNo: line.lotNo })),
      };
      for (const one of visit.waits ? [] : done)
        events.push(immunisedEvent(facts, { ...one.animal, diseaseCodes: one.diseaseCodes, lineNos: one.lineNos }));
      saved.push({ id: made.id, visit, lines, taken });
    }
    const seqs = await writeEvents(this.#tx, events);
    const seqOf = Map.groupBy(
      events.map((event, at) => ({ visitId: event.source.id, animalId: event.animalId, seq: seqs[at] ?? 0 })),
      (one) => one.visitId,
    );
    for (const { id, visit, taken } of saved) {
      await insertAnimals(this.#tx, { id, visitedOn: visit.on, counted: !visit.waits }, taken, {
        seqOf: new Map((seqOf.get(id) ?? []).map((one) => [one.animalId, one.seq])),
        reasonOf: new Map(
          visit.animals.flatMap((one) => (one.reason ? [[one.animal.animalId, one.reason] as const] : [])),
        ),
      });
    }
    await insertTally(
      this.#tx,
      saved.filter((one) => !one.visit.waits).map(({ id, visit }) => ({ id, visitedOn: visit.on })),
    );
    for (const one of saved.filter(({ visit }) => visit.mode === 'self' && !visit.waits))
      await this.#tx.query(
        `update prevention.immunisation_visit set status = 'accepted', accepted_at = now(), subsidy_cents = $2 where id = $1`,
        [
          one.id,
          await subsidyOf(this.#tx, { id: one.id, regionCode: one.visit.holder.regionCode, visitedOn: one.visit.on }),
        ],
      );
    await projectImmunity(this.#tx, [...new Set(saved.flatMap((one) => one.taken.map((two) => two.animal.animalId)))]);
    await this.#tx.query(
      `update prevention.plan_household p set attempts = x.n, last_attempt = x.result from (
         select v.season_id, v.principal_id, count(*)::int as n, (array_agg(v.result order by v.visited_on desc))[1] as result from prevention.immunisation_visit v
         where v.tenant_no = kit.tenant() and v.result in ('absent', 'refused') group by 1, 2) x
       where p.season_id = x.season_id and p.principal_id = x.principal_id`,
    );
    await this.#tx.query(
      `update prevention.plan_household p set last_visit_on = x.on, last_visit_id = x.id from (
         select distinct on (v.season_id, v.principal_id) v.season_id, v.principal_id, v.visited_on as on, v.id from prevention.immunisation_visit v where v.tenant_no = kit.tenant() and v.counted
         order by v.season_id, v.principal_id, v.visited_on desc) x
       where p.season_id = x.season_id and p.principal_id = x.principal_id`,
    );
    await refreshHolders(
      this.#tx,
      saved.map((one) => one.visit.holder.id),
    );
    await this.#tx.query(
      `update prevention.holder h set last_visit_id = x.id, last_visit_on = x.on from (
         select distinct on (v.principal_id) v.principal_id, v.id, v.visited_on as on from prevention.immunisation_visit v where v.tenant_no = kit.tenant() and v.counted order by v.principal_id, v.visited_on desc, v.id desc) x
       where h.tenant_no = kit.tenant() and h.principal_id = x.principal_id`,
    );
  }

  #fits(vaccine: VaccineFacts, { animal, only }: Head): boolean {
    if (only && !vaccine.diseaseCodes.some((code) => only.includes(code))) return false;
    return vaccine.species.includes(animal.species) && !(vaccine.vaccineCode === 'brucS2' && animal.breedingUse);
  }
}
