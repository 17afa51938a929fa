import { useEffect, useRef, useState } from 'react';
import { useDict } from '#kit/web/lookups/lookups.ts';

/** Codes of a dictionary in the reader's words. */
export function useLabel(dict: string): (value: unknown) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? String(value ?? '-');
}
export function useChoices(dict: string): { value: string; label: string }[] {
  const { options } = useDict(dict);
  return options.map((one) => ({ value: one.dictValue, label: one.dictLabel }));
}

export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}
/** Where the device is, kept up to date while the page is open: a scan does not wait for satellites. */
export function usePlace(): { readonly now: () => Place | null; readonly isKnown: boolean } {
  const last = useRef<{ place: Place; at: number } | null>(null);
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    if (!('geolocation' in navigator)) return;
    const id = navigator.geolocation.watchPosition(
      ({ coords }) => {
        last.current = { place: { longitude: coords.longitude, latitude: coords.latitude }, at: Date.now() };
        setKnown(true);
      },
      () => setKnown(last.current !== null),
      { enableHighAccuracy: true, maximumAge: 30_000 },
    );
    return () => navigator.geolocation.clearWatch(id);
  }, []);
  // A place of ten minutes ago is not where one is.
  return { now: () => (last.current && Date.now() - last.current.at < 600_000 ? last.current.place : null), isKnown };
}
