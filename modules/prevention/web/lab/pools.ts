import type { SampleCandidate } from '#modules/prevention/contract/lab/sample-log.ts';

/** One tube: of one animal, or of several that were pooled in it. */
export type ChosenTube = readonly number[];

export const tubeAt = (tubes: readonly ChosenTube[], animalId: number): number =>
  tubes.findIndex((one) => one.includes(animalId));

/** Animals that are ticked now: new ones get tubes of their own, in the order they came; those no longer ticked leave theirs. */
export function ticked(tubes: readonly ChosenTube[], now: readonly number[]): ChosenTube[] {
  const kept = tubes.map((one) => one.filter((id) => now.includes(id))).filter((one) => one.length > 0);
  return [...kept, ...now.filter((id) => tubeAt(kept, id) < 0).map((id) => [id])];
}

/** The tubes that can be put together: of single animals, and of one species. */
export function poolable(tubes: readonly ChosenTube[], animals: readonly SampleCandidate[]): readonly number[] {
  const single = tubes.filter((one) => one.length === 1).flat();
  const kinds = new Set(single.map((id) => animals.find((one) => one.animalId === id)?.species));
  return single.length > 1 && kinds.size === 1 ? single : [];
}

/** Those animals in one tube, where the first of them stood. */
export function pooled(tubes: readonly ChosenTube[], ids: readonly number[]): ChosenTube[] {
  const first = tubes.findIndex((one) => one.length === 1 && ids.includes(one[0] as number));
  return tubes.flatMap((one, at) => {
    if (at === first) return [ids];
    return one.length === 1 && ids.includes(one[0] as number) ? [] : [one];
  });
}

/** The pool's animals each in a tube again. */
export const apart = (tubes: readonly ChosenTube[], at: number): ChosenTube[] =>
  tubes.flatMap((one, index) => (index === at ? one.map((id) => [id]) : [one]));
