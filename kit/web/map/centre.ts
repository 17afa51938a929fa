import type { Point } from '#kit/contract/field.ts';

/** R66: where a user's village has no coordinates, maps centre here. */
export const defaultCentre: Point = { latitude: 43.65, longitude: 122.24 };

export const centreOf = (user: { villageLatitude: number | null; villageLongitude: number | null }): Point =>
  user.villageLatitude !== null && user.villageLongitude !== null
    ? { latitude: user.villageLatitude, longitude: user.villageLongitude }
    : defaultCentre;
