import type { Point } from '#kit/contract/field.ts';

/** R66: where neither the user's village nor the tenant says where to look, maps centre here. */
const somewhere: Point = { latitude: 43.65, longitude: 122.24 };

export const villageOf = (user: { villageLatitude: number | null; villageLongitude: number | null }): Point | null =>
  user.villageLatitude !== null && user.villageLongitude !== null
    ? { latitude: user.villageLatitude, longitude: user.villageLongitude }
    : null;

export const centreOf = (place: Point | null, tenants: Point | null): Point => place ?? tenants ?? somewhere;
