interface Place {
  readonly longitude: number;
  readonly latitude: number;
}
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** On the ground, in kilometres. */
export function kmBetween(a: Place, b: Place): number {
  const [lat, long] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const h =
    Math.sin(lat / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(long / 2) ** 2;
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(h)));
}
