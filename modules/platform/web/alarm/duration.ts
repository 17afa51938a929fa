import { type Language, toHeader } from '#kit/contract/envelope.ts';

const minute = 60_000;
const steps = [
  { unit: 'minute', size: minute, upTo: 90 * minute },
  { unit: 'hour', size: 60 * minute, upTo: 48 * 60 * minute },
  { unit: 'day', size: 1440 * minute, upTo: Number.POSITIVE_INFINITY },
] as const;

/** `35 分钟`, `6 hr`: a length of time in one unit, never less than a minute. */
export function spoken(ms: number, language: Language): string {
  const length = Math.max(minute, Math.abs(ms));
  const { unit, size } = steps.find((one) => length < one.upTo) ?? steps[2];
  return new Intl.NumberFormat(toHeader(language), { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.round(length / size),
  );
}
