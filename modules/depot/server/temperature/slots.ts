import { type SlotName, slots } from '#modules/depot/contract/temperature/temperature.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** China has one hour of the day, all year. */
const china = 8 * hourMs;
const dayOf = (at: number) => new Date(at + china).toISOString().slice(0, 10);
const startOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`);

export interface Slot {
  readonly day: string;
  readonly slot: SlotName;
}

/** R24: the slots between two days that have been reminded of by now. */
export function dueSlots(from: string, to: string, now: number): Slot[] {
  const due: Slot[] = [];
  for (let at = startOf(from); at <= startOf(to); at += dayMs)
    for (const { name, remindAt } of slots) if (at + remindAt * hourMs <= now) due.push({ day: dayOf(at), slot: name });
  return due;
}

/** The slot a moment lies in. */
export function slotAt(at: number): Slot {
  const hour = new Date(at + china).getUTCHours();
  const slot = slots.find((one) => hour < one.to) ?? slots[1];
  return { day: dayOf(at), slot: slot.name };
}

/** The slot whose reminder is due now, and the moment from which a reading counts for it; null between midnight and ten. */
export function slotToRemind(now: number): { key: string; from: string } | null {
  const day = dayOf(now);
  const due = slots.findLast((one) => startOf(day) + one.remindAt * hourMs <= now);
  return due ? { key: `${day} ${due.name}`, from: new Date(startOf(day) + due.from * hourMs).toISOString() } : null;
}

/** How long the store was out: from each reading out of range until the next one, or until `end`; a silence counts for twelve hours at most. */
export function hoursOut(
  readings: readonly { readonly readAt: string; readonly inRange: boolean }[],
  end: number,
): number {
  let sum = 0;
  for (const [at, one] of readings.entries()) {
    if (one.inRange) continue;
    const next = readings[at + 1];
    const until = next ? Date.parse(next.readAt) : end;
    sum += Math.min(Math.max(until - Date.parse(one.readAt), 0), 12 * hourMs);
  }
  return Math.round((sum / hourMs) * 10) / 10;
}

/** The end of a day in China. */
export const endOf = (day: string): number => startOf(day) + dayMs;
