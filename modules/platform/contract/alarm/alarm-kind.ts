export type AlarmLevel = 'info' | 'warn' | 'urgent';

/**
 * What a module declares of a kind of alarm. Its name and texts stand in the module's locale files under
 * `<module>.alarmKind.<kind>`: `name`, `title` and `text`, the last two filled with the alarm's `args`.
 */
export interface AlarmKind {
  /** Dictionary `alarm_group`. */
  readonly group: string;
  readonly level: AlarmLevel;
  /** What becomes of one that lasts. */
  readonly levelUp?: readonly { readonly afterMinutes: number; readonly level: AlarmLevel }[];
  /** Closes by itself when its module reports the cause gone. */
  readonly autoClose: boolean;
  /** After closing; the tenant's parameter unless given. */
  readonly quietMinutes?: number;
  /** Time to acknowledge; the parameter of its level unless given. */
  readonly ackMinutes?: number;
  /** How many rings of receivers it may reach, one after the other. */
  readonly lastStep: 1 | 2 | 3;
  readonly needPhoto?: boolean;
  /** The party that must agree with the handling. */
  readonly confirmBy?: 'bank' | 'insurer';
  /** Money or the inner working of a unit: seen by its parties alone, never by region. */
  readonly partyOnly?: boolean;
  /** Seen only by holders of it. */
  readonly viewPermission?: string;
  /** Dictionary `alarm_close`: what may be chosen when it is handled. */
  readonly closeReasons: readonly string[];
  /** Stays open when its animal leaves. */
  readonly outlivesExit?: boolean;
  /** Where its subject is looked at; `{{name}}` is filled from the alarm's args. */
  readonly subjectPath?: string;
}

export type AlarmKinds = Readonly<Record<string, AlarmKind>>;

/**
 * @example
 * export const registryAlarmKinds = defineAlarmKinds({
 *   approvalLate: { group: 'clock', level: 'warn', autoClose: true, lastStep: 2, closeReasons: ['handled', 'noAction'] },
 * });
 */
export function defineAlarmKinds<const K extends AlarmKinds>(kinds: K): K {
  for (const [name, kind] of Object.entries<AlarmKind>(kinds)) {
    if (kind.closeReasons.length === 0) throw new Error(`alarm kind ${name} could never be closed by hand`);
  }
  return kinds;
}
