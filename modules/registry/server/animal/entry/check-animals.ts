import type { TextArgs } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import {
  countyOfTag,
  daysBetween,
  earTagPattern,
  isElectronicTag,
  monthsBetween,
  speciesOfTag,
} from '#modules/registry/contract/animal/animal-rules.ts';
import { type TagCheck, tagStore } from '../../extension-points.ts';
import { configOf } from '../../principal/grants/principal-config.ts';

export interface AnimalInput {
  readonly tag: string;
  readonly electronicTag?: string | null | undefined;
  readonly species: string;
  readonly breed: string;
  readonly sex: string;
  readonly birthDate: string;
  readonly coatColor?: string | null | undefined;
  readonly motherTag?: string | null | undefined;
  readonly fatherCode?: string | null | undefined;
  readonly parity?: number | undefined;
  readonly castrated?: boolean | undefined;
}

export interface EntryInput {
  readonly entryKind: 'born' | 'bought' | 'donated' | 'backlog';
  readonly principalId: number;
  readonly wornOn: string;
  readonly staffId: number | null;
  readonly originRegionCode?: number | null | undefined;
  readonly quarantineCertNo?: string | null | undefined;
}

/** What is to be said about one animal of an entry before it is registered. */
export interface Finding {
  readonly tag: string;
  readonly level: 'warn' | 'error';
  readonly bizCode: string;
  readonly key: string;
  readonly args?: TextArgs;
}

export interface Checked {
  readonly findings: readonly Finding[];
  readonly mothers: ReadonlyMap<string, number>;
  readonly lateTags: ReadonlySet<string>;
  /** Numbers of which the tag store has its doubts. */
  readonly uncheckedTags: ReadonlySet<string>;
  readonly mode: string;
}

interface Mother {
  tag_no: string;
  animal_id: number;
  species: string;
  sex: string;
  birth_date: string;
  births: string[];
}

/**
 * R31 to R37, the same for the preview and for the registration itself. `holderRegion` is where the holder stands; what is not of its prefecture
 * is foreign.
 */
export async function checkAnimals(
  tx: Tx,
  entry: EntryInput,
  animals: readonly AnimalInput[],
  holderRegion: number,
  today: string,
): Promise<Checked> {
  const findings: Finding[] = [];
  const say = (tag: string, level: 'warn' | 'error', bizCode: string, args?: TextArgs) =>
    findings.push({ tag, level, bizCode, key: `registry.animal.${bizCode}`, ...(args && { args }) });

  const seen = new Set<string>();
  for (const { tag } of animals) {
    if (seen.has(tag)) say(tag, 'error', 'tagTwice');
    seen.add(tag);
  }
  const taken = await takenOf(tx, 'ear', [...seen]);
  const chips = animals.map((one) => one.electronicTag).filter((tag): tag is string => Boolean(tag));
  const takenChips = await takenOf(tx, 'electronic', chips);
  const mothers = await mothersOf(tx, animals);
  const dueDays = parseDays(await configOf(tx, entry.principalId, 'tag_due_days'));
  const lateTags = new Set<string>();
  const twins = new Map<string, string[]>();

  for (const one of animals) {
    const { tag } = one;
    if (!earTagPattern.test(tag) || lookups().regionName(countyOfTag(tag) * 1e6, 'zh_CN') === null) {
      say(tag, 'error', 'tagFormat');
      continue;
    }
    if (!speciesOfTag[tag[0] as string]?.includes(one.species)) say(tag, 'error', 'tagSpecies');
    const wornOn = taken.get(tag);
    if (wornOn) say(tag, 'error', 'tagUsed', { date: wornOn });
    if (one.electronicTag) {
      if (!isElectronicTag(one.electronicTag)) say(tag, 'error', 'chipFormat');
      else if (takenChips.has(one.electronicTag)) say(tag, 'error', 'chipUsed');
    }
    const isForeign = Math.floor(countyOfTag(tag) / 100) !== Math.floor(holderRegion / 1e8);
    if (isForeign && entry.entryKind === 'born') say(tag, 'error', 'foreignTag');
    if (one.birthDate > entry.wornOn || entry.wornOn > today) say(tag, 'error', 'dateOrder');
    if (entry.entryKind === 'born' && daysBetween(one.birthDate, entry.wornOn) > (dueDays.get(one.species) ?? 30)) {
      lateTags.add(tag);
      say(tag, 'warn', 'lateTag');
    }
    if (one.motherTag) checkMother(one, mothers.get(one.motherTag), twins, say);
  }
  if (entry.entryKind === 'bought' && isElsewhere(entry, holderRegion) && !entry.quarantineCertNo)
    say(animals[0]?.tag ?? '', 'error', 'needQuarantine');
  const mode = await configOf(tx, entry.principalId, 'tag_check_mode');
  const origins = await originsOf(tx, { ...entry, mode }, animals);
  findings.push(...origins);
  const uncheckedTags = new Set(origins.map((one) => one.tag));
  const idOf = new Map([...mothers].map(([tag, mother]) => [tag, mother.animal_id]));
  return { findings, mothers: idOf, lateTags, uncheckedTags, mode };
}

type Say = (tag: string, level: 'warn' | 'error', bizCode: string, args?: TextArgs) => void;

const isElsewhere = (entry: EntryInput, holderRegion: number): boolean =>
  !entry.originRegionCode || Math.floor(entry.originRegionCode / 1e6) !== Math.floor(holderRegion / 1e6);

/** `cattle:30,sheep:30` → days by species. */
const parseDays = (text: string): Map<string, number> =>
  new Map(text.split(',').map((part) => [part.split(':')[0] ?? '', Number(part.split(':')[1])]));

async function takenOf(tx: Tx, kind: 'ear' | 'electronic', tags: readonly string[]): Promise<Map<string, string>> {
  if (tags.length === 0) return new Map();
  const rows = await tx.query<{ tag_no: string; worn_on: string }>('select * from registry.tags_taken($1, $2)', [
    kind,
    tags,
  ]);
  return new Map(rows.map((row) => [row.tag_no, row.worn_on]));
}

async function mothersOf(tx: Tx, animals: readonly AnimalInput[]): Promise<Map<string, Mother>> {
  const tags = [...new Set(animals.map((one) => one.motherTag).filter((tag): tag is string => Boolean(tag)))];
  if (tags.length === 0) return new Map();
  const rows = await tx.query<Mother>('select * from registry.mother_facts($1)', [tags]);
  return new Map(rows.map((row) => [row.tag_no, row]));
}

/**
 * R37 alone, for newborn animals that have no number yet; `tag` of a finding is the place in the list.
 *
 * @example
 * const [wrong] = await checkBirths(tx, [{ species: 'cattle', birthDate: '2026-11-01', motherTag }]);
 */
export async function checkBirths(
  tx: Tx,
  births: readonly Pick<AnimalInput, 'species' | 'birthDate' | 'motherTag'>[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const animals = births.map((one, at) => ({ ...one, tag: String(at), breed: '', sex: '' }));
  const mothers = await mothersOf(tx, animals);
  const twins = new Map<string, string[]>();
  for (const one of animals)
    if (one.motherTag)
      checkMother(one, mothers.get(one.motherTag), twins, (tag, level, bizCode, args) =>
        findings.push({ tag, level, bizCode, key: `registry.animal.${bizCode}`, ...(args && { args }) }),
      );
  return findings;
}

/** R37: she is a grown female of the same kind, and births lie as far apart as nature lets them, or within two days. */
function checkMother(one: AnimalInput, mother: Mother | undefined, twins: Map<string, string[]>, say: Say): void {
  const motherTag = one.motherTag as string;
  const isCattle = one.species === 'cattle';
  const wrong = !mother
    ? 'motherUnknown'
    : mother.sex !== 'female' || mother.species !== one.species
      ? 'motherWrong'
      : monthsBetween(mother.birth_date, one.birthDate) < (isCattle ? 15 : 10)
        ? 'motherYoung'
        : null;
  if (wrong) say(one.tag, 'error', wrong);
  const births = [...(mother?.births ?? []), ...(twins.get(motherTag) ?? [])];
  const clash = births.find((birth) => {
    const days = Math.abs(daysBetween(birth, one.birthDate));
    return days > 2 && days < (isCattle ? 270 : 140);
  });
  if (clash) say(one.tag, 'error', 'birthInterval', { date: clash });
  twins.set(motherTag, [...(twins.get(motherTag) ?? []), one.birthDate]);
}

/** R34: who was given a number is the tag store's business; without one nothing is known and nothing refused. */
export async function originsOf(
  tx: Tx,
  about: Omit<TagCheck, 'items'>,
  animals: readonly Pick<AnimalInput, 'tag' | 'species' | 'electronicTag'>[],
): Promise<Finding[]> {
  const { entryKind, mode, wornOn, principalId, staffId } = about;
  // The same number twice is refused already, and one that is no number is nobody's.
  const items = [...new Map(animals.map((one) => [one.tag, one])).values()]
    .filter(({ tag }) => earTagPattern.test(tag))
    .map(({ tag, species, electronicTag }) => ({ code: tag, species, ...(electronicTag && { eid: electronicTag }) }));
  const found = (await tagStore()?.check(tx, { entryKind, mode, wornOn, principalId, staffId, items })) ?? [];
  return found.map(({ code, key, ...one }) => ({ ...one, tag: code, key, bizCode: key.split('.').at(-1) ?? key }));
}
