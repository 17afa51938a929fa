import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { preventionAlarmKinds } from '#modules/prevention/contract/alert/alarm-kinds.ts';

/** The name of an alarm's kind; kinds of other modules, which the walls show as well, are named by the dictionary. */
export function useAlarmName(): (kind: string) => string {
  const t = useT();
  const { options } = useDict('alarm_kind');
  return (kind) =>
    kind in preventionAlarmKinds
      ? t.any(`prevention.alarmKind.${kind}.name`)
      : (options.find((one) => one.dictValue === kind)?.dictLabel ?? '');
}
