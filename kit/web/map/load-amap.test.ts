import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { centreOf, villageOf } from './centre.ts';
import { fromGcj02, toGcj02 } from './gcj02.ts';

const fresh = async () => {
  vi.resetModules();
  return (await import('./load-amap.ts')).loadAmap;
};
// Never fetched: what is asked for is looked at, and answered by hand.
const asked = () => document.head.append as unknown as ReturnType<typeof vi.fn>;

describe('R65: AMap', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(document.head, 'append').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is asked for once, in version 2.0 with the twenty plugins', async () => {
    const loadAmap = await fresh();
    const [one, other] = [loadAmap('the key'), loadAmap('the key')];
    expect(asked()).toHaveBeenCalledTimes(1);
    const { searchParams, host } = new URL(asked().mock.calls[0]?.[0].src);
    expect([host, searchParams.get('v'), searchParams.get('key')]).toEqual(['webapi.amap.com', '2.0', 'the key']);
    expect(searchParams.get('plugin')?.split(',')).toHaveLength(20);
    const amap = {};
    Object.assign(window, { AMap: amap });
    (window as unknown as Record<string, () => void>)[searchParams.get('callback') ?? '']?.();
    expect([await one, await other]).toEqual([amap, amap]);
  });

  it('is given up after ten seconds, and at once where it cannot be loaded', async () => {
    const slow = (await fresh())('x');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await Promise.race([slow, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await slow).toBeNull();
    const broken = (await fresh())('x');
    asked().mock.calls.at(-1)?.[0].onerror();
    expect(await broken).toBeNull();
  });

  it('is given shifted places and gives them back: at Tongliao half a kilometre, to the centimetre', () => {
    const place = { longitude: 122.24, latitude: 43.65 };
    const [longitude, latitude] = toGcj02(place);
    const metres = Math.hypot((longitude - 122.24) * 80_500, (latitude - 43.65) * 111_100);
    expect(metres).toBeGreaterThan(450);
    expect(metres).toBeLessThan(650);
    expect(fromGcj02(longitude, latitude).longitude).toBeCloseTo(122.24, 7);
    expect(fromGcj02(longitude, latitude).latitude).toBeCloseTo(43.65, 7);
  });
});

describe('R66: the middle of a map', () => {
  it("is the user's village, else what the settings say", () => {
    const village = { latitude: 44.1, longitude: 121.5 };
    const tenants = { latitude: 36.6, longitude: 101.7 };
    expect(villageOf({ villageLatitude: 44.1, villageLongitude: 121.5 })).toEqual(village);
    expect(villageOf({ villageLatitude: 44.1, villageLongitude: null })).toBeNull();
    expect(centreOf(village, tenants)).toEqual(village);
    expect(centreOf(null, tenants)).toEqual(tenants);
    expect(centreOf(null, undefined)).toEqual({ latitude: 35, longitude: 105 });
  });
});
