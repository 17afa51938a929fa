/** What other modules' pages may take: parts that look the same wherever an animal or a unit is shown. */

export { AnimalOfAddress } from './animal/animal-of-address.tsx';
export { AnimalHead, animalTabs } from './animal/animal-view.tsx';
export { EarTag } from './animal/ear-tag.tsx';
export { LifeLine } from './animal/life-line.tsx';
export { BreedName, DictName, useLabel } from './animal/names.tsx';
export { ArchiveHead, ArchiveTabs } from './archive/archive-view.tsx';
export { RegionsField } from './components/regions-field.tsx';
export { UnitHead, useUnitId } from './grants/unit-head.tsx';
export { Dot } from './map/dot.tsx';
export { ListMap, type Member, marksOf, Tip } from './map/list-map.tsx';
export { colourOf, speciesColour } from './map/type-colours.ts';
export { useBoundaries } from './map/use-boundaries.ts';
