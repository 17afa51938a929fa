import { dosesPerHead } from '#modules/prevention/contract/visit/judge.ts';
import type { HeldLot } from './facts.ts';
import type { JudgedLine, TakenAnimal } from './judge-sheet.ts';

interface Take {
  readonly lotId: number | null;
  readonly lotNo: string;
  readonly doses: number;
}

interface Given {
  readonly lines: readonly JudgedLine[];
  readonly animals: readonly TakenAnimal[];
}

/** A line without a lot takes what runs out first, from as many lots as it needs: a line for each, the first under its own number. */
export function splitLots({ lines, animals }: Given, held: readonly HeldLot[]): Given {
  const left = new Map(held.map((one) => [one.lotId, Math.floor(one.qty)]));
  for (const { lotId, doses } of lines) if (lotId !== null) left.set(lotId, (left.get(lotId) ?? 0) - doses);
  const first: JudgedLine[] = [];
  const more: JudgedLine[] = [];
  let given = animals;
  for (const line of lines) {
    const takes = line.lotId === null ? takesOf(line, held, left) : [line];
    const lineNos = takes.map((_, at) => (at === 0 ? line.lineNo : lines.length + more.length + at));
    const spread = spreadHeads(line, takes, given);
    for (const [at, { lotId, lotNo, doses }] of takes.entries())
      (at === 0 ? first : more).push({
        ...line,
        lineNo: lineNos[at] as number,
        lotId,
        lotNo,
        doses,
        taggedHead: spread.tagged[at] as number,
        untagged: at === spread.untagged ? line.untagged : {},
      });
    if (takes.length > 1)
      given = given.map((one) => ({
        ...one,
        lineNos: one.lineNos.map((no) =>
          no === line.lineNo ? (lineNos[spread.takeOf.get(one.animal.animalId) ?? 0] as number) : no,
        ),
      }));
  }
  return { lines: [...first, ...more], animals: given };
}

/** What the box lacks is asked of the last lot: the depot refuses it, or lets the box owe it. */
function takesOf(line: JudgedLine, held: readonly HeldLot[], left: Map<number, number>): Take[] {
  const own = held.filter((one) => one.materialId === line.materialId);
  const free = own.filter((one) => (left.get(one.lotId) ?? 0) > 0);
  const takes: Take[] = [];
  let rest = line.doses;
  for (const [at, { lotId, lotNo }] of (free.length > 0 ? free : own.slice(0, 1)).entries()) {
    if (rest === 0 && at > 0) break;
    const doses = at >= free.length - 1 ? rest : Math.min(rest, left.get(lotId) ?? 0);
    takes.push({ lotId, lotNo, doses });
    left.set(lotId, (left.get(lotId) ?? 0) - doses);
    rest -= doses;
  }
  return takes.length > 0 ? takes : [line];
}

/** Each head stands with the lot its first dose came from; those without a number together with the lot that gave most, for figures take the most of a visit's lines. */
function spreadHeads(line: JudgedLine, takes: readonly Take[], animals: readonly TakenAnimal[]) {
  const takeOf = new Map<number, number>();
  const tagged = takes.map(() => 0);
  let at = 0;
  let room = takes[0]?.doses ?? 0;
  for (const { animal, result, lineNos } of animals) {
    if (result !== 'done' || !lineNos.includes(line.lineNo)) continue;
    while (room <= 0 && at < takes.length - 1) {
      at += 1;
      room += takes[at]?.doses ?? 0;
    }
    room -= dosesPerHead(line.vaccine.doses, animal.species, animal.stage);
    takeOf.set(animal.animalId, at);
    tagged[at] = (tagged[at] ?? 0) + 1;
  }
  const most = Math.max(...takes.map((one) => one.doses));
  return { takeOf, tagged, untagged: takes.findIndex((one) => one.doses === most) };
}
