/** What other modules' pages may take: parts that look the same wherever an animal or a unit is shown. */

export { AnimalOfAddress } from './animal/animal-of-address.tsx';
export { AnimalHead, AnimalTabs } from './animal/animal-view.tsx';
export { Choices } from './animal/entry/facts-form.tsx';
export { LifeLine } from './animal/life/life-line.tsx';
export { BreedName, breedDict, DictChoice, DictName, useLabel } from './animal/names.tsx';
export { EarTag } from './animal/tag/ear-tag.tsx';
export { ArchiveHead, ArchiveTabs } from './archive/archive-view.tsx';
export { ReceiverChoice } from './change/receiver-choice.tsx';
export { RegionsField } from './grid/regions-field.tsx';
export { Dot } from './map/dot.tsx';
export { ListMap, type Member, marksOf, Tip } from './map/list-map.tsx';
export { colourOf, speciesColour } from './map/type-colours.ts';
export { useBoundaries } from './map/use-boundaries.ts';
export { UnitHead, useUnitId } from './principal/grants/unit-head.tsx';
