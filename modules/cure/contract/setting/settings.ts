interface NumberSetting {
  readonly usual: number;
  readonly min: number;
  readonly max: number;
}
interface ChoiceSetting {
  readonly usual: string;
  readonly oneOf: readonly string[];
}

const number = (usual: number, min: number, max: number): NumberSetting => ({ usual, min, max });

/** 诊疗参数: what a place may set otherwise. The nearest region above it that says something wins, else what is usual. */
export const numberSettings = {
  offerMinutesCritical: number(3, 1, 60),
  offerMinutesUrgent: number(5, 1, 120),
  offerMinutesNormal: number(30, 5, 480),
  replyMinutesCritical: number(10, 1, 240),
  replyMinutesUrgent: number(30, 5, 480),
  replyMinutesNormal: number(240, 10, 2880),
  answerHoursCritical: number(2, 1, 24),
  answerHoursUrgent: number(8, 1, 72),
  answerHoursNormal: number(24, 1, 240),
  autoCloseDays: number(14, 3, 90),
  rxMaxLines: number(5, 1, 5),
  rxMaxValidDays: number(3, 1, 3),
  offLabelDays: number(28, 28, 365),
  roomMax: number(4, 2, 4),
  inviteHours: number(24, 1, 168),
  videoFree: number(2, 0, 99),
  relayOnly: number(0, 0, 1),
} as const;
export const choiceSettings = {
  remotePrescription: { usual: 'afterVideo', oneOf: ['off', 'afterVideo', 'allowed'] },
  withdrawalScope: { usual: 'allSale', oneOf: ['allSale', 'slaughterOnly'] },
} as const satisfies Record<string, ChoiceSetting>;

export type Settings = Readonly<Record<keyof typeof numberSettings, number>> & {
  readonly [K in keyof typeof choiceSettings]: (typeof choiceSettings)[K]['oneOf'][number];
};
export type SettingCode = keyof Settings;

const usual: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.entries(numberSettings), ...Object.entries(choiceSettings)].map(([code, one]) => [
    code,
    String(one.usual),
  ]),
);
export const usualSettings = usual as Readonly<Record<SettingCode, string>>;

/** What is wrong with a value, as the key and words of a field's fault; null where nothing is. */
export function faultOf(code: string, value: string): { key: string; args?: Record<string, string | number> } | null {
  const choice = (choiceSettings as Record<string, ChoiceSetting>)[code];
  if (choice)
    return choice.oneOf.includes(value)
      ? null
      : { key: 'cure.refusal.settingChoice', args: { words: choice.oneOf.join(' / ') } };
  const range = (numberSettings as Record<string, NumberSetting>)[code];
  if (!range) return { key: 'error.field.dict' };
  const n = /^\d{1,5}$/.test(value) ? Number(value) : -1;
  return n >= range.min && n <= range.max
    ? null
    : { key: 'error.field.range', args: { min: range.min, max: range.max } };
}
