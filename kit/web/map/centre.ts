import type { Point } from '#kit/contract/field.ts';
import { levelOf, parentOf } from '#kit/contract/region.ts';

/** The middle of China, for a page that could not read the installation's settings. */
const fallback: Point = { latitude: 35, longitude: 105 };

export const villageOf = (user: { villageLatitude: number | null; villageLongitude: number | null }): Point | null =>
  user.villageLatitude !== null && user.villageLongitude !== null
    ? { latitude: user.villageLatitude, longitude: user.villageLongitude }
    : null;

/** The user's own place, else the centre that the settings give. */
export const centreOf = (place: Point | null, setting: Point | undefined): Point => place ?? setting ?? fallback;

/** The outline drawn is that of the user's prefecture: a county alone shows too little, a province too much. */
export function prefectureOf(code: number | null): number | null {
  let region = code;
  while (region !== null && levelOf(region) > 2) region = parentOf(region);
  return region;
}
