import type { Point } from '#kit/contract/field.ts';

/** Public maps of China are shifted by law; we keep WGS-84 and shift only at the edge of such a map. */
const axis = 6_378_245;
const eccentricity = 0.006693421622965943;

function shift({ latitude, longitude }: Point): Point {
  const [x, y] = [longitude - 105, latitude - 35];
  const common = ((20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * 2) / 3;
  const south =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    common +
    ((20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)) * 2) / 3 +
    ((160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * 2) / 3;
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    common +
    ((20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)) * 2) / 3 +
    ((150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * 2) / 3;
  const radians = (latitude / 180) * Math.PI;
  const magic = 1 - eccentricity * Math.sin(radians) ** 2;
  return {
    latitude: (south * 180) / (((axis * (1 - eccentricity)) / (magic * Math.sqrt(magic))) * Math.PI),
    longitude: (east * 180) / ((axis / Math.sqrt(magic)) * Math.cos(radians) * Math.PI),
  };
}

export function toGcj02(place: Point): [longitude: number, latitude: number] {
  const by = shift(place);
  return [place.longitude + by.longitude, place.latitude + by.latitude];
}

/** Back again: the shift changes so slowly that a few rounds agree to a centimetre. */
export function fromGcj02(longitude: number, latitude: number): Point {
  let place = { longitude, latitude };
  for (let round = 0; round < 4; round += 1) {
    const [x, y] = toGcj02(place);
    place = { longitude: place.longitude + longitude - x, latitude: place.latitude + latitude - y };
  }
  return place;
}
