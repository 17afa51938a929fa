import { Flex, Timeline, Typography } from 'antd';
import { type T, useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { AlarmStep } from '#modules/platform/contract/alarm/alarm.ts';

const colors: Record<string, string> = {
  opened: 'red',
  levelUp: 'red',
  closed: 'green',
  recovered: 'green',
  confirmed: 'green',
  repeated: 'gray',
  notified: 'gray',
};

/** What became of it, oldest first. */
export function AlarmTimeline({ steps }: { readonly steps: readonly AlarmStep[] }) {
  const t = useT();
  const labels = {
    level: useLabels('alarm_level'),
    close: useLabels('alarm_close'),
    channel: useLabels('alarm_channel'),
  };
  return (
    <Timeline
      style={{ paddingBlockStart: 8 }}
      items={steps.map((step) => ({
        key: step.id,
        color: colors[step.what] ?? 'blue',
        content: (
          <Flex vertical>
            <Flex gap={8} wrap align="baseline">
              <Typography.Text strong>{step.whatName}</Typography.Text>
              <Typography.Text type="secondary">
                {step.who ?? t('platform.alarmPage.bySystem')} · {wallTime(step.at)}
              </Typography.Text>
            </Flex>
            {linesOf(step, t, labels).map((line) => (
              <Typography.Text key={line}>{line}</Typography.Text>
            ))}
          </Flex>
        ),
      }))}
    />
  );
}

type Label = (value: unknown) => string;

function useLabels(dict: string): Label {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? String(value ?? '');
}

function linesOf({ what, data }: AlarmStep, t: T, labels: Record<'level' | 'close' | 'channel', Label>): string[] {
  const say = (key: string, args = {}) => t.any(`platform.alarmPage.${key}`, args);
  if (!data) return [];
  const unsent = (data.unsent ?? []) as string[];
  switch (what) {
    case 'notified':
      return [
        Number(data.users) > 0 ? say('stepUsers', { n: Number(data.users), step: Number(data.step) }) : '',
        Number(data.calls) > 0 ? say('stepCalls', { n: Number(data.calls) }) : '',
        Number(data.held) > 0 ? say('stepHeld', { n: Number(data.held) }) : '',
        unsent.length > 0 ? say('stepUnsent', { ways: unsent.map(labels.channel).join(', ') }) : '',
      ].filter(Boolean);
    case 'levelUp':
      return [say('stepLevel', { from: labels.level(data.from), to: labels.level(data.to) })];
    case 'repeated':
      return [say('stepTimes', { n: Number(data.times) })];
    case 'recovered':
      return data.open ? [say('stepStillOpen')] : [];
    case 'assigned':
      return [data.stationId ? say('stepStation') : say('stepTo', { name: String(data.assignee ?? '') })];
    case 'handled':
      return [labels.close(data.closeReason), String(data.closeNote ?? '')].filter(Boolean);
    case 'closed':
      return [labels.close(data.reason)];
    default:
      return data.remark ? [String(data.remark)] : [];
  }
}
