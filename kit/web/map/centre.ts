import type { Point } from '#kit/contract/field.ts';
import { levelOf, parentOf } from '#kit/contract/region.ts';

/** R66: where neither the user's village nor the tenant says where to look, maps centre here. */
const somewhere: Point = { latitude: 43.65, longitude: 122.24 };

export const villageOf = (user: { villageLatitude: number | null; villageLongitude: number | null }): Point | null =>
  user.villageLatitude !== null && user.villageLongitude !== null
    ? { latitude: user.villageLatitude, longitude: user.villageLongitude }
    : null;

export const centreOf = (place: Point | null, tenants: Point | null): Point => place ?? tenants ?? somewhere;

/** The outline drawn is that of the user's prefecture: a county alone shows too little, a province too much. */
export function prefectureOf(code: number | null): number | null {
  let region = code;
  while (region !== null && levelOf(region) > 2) region = parentOf(region);
  return region;
}
