import { ExclamationCircleFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons';
import { theme } from 'antd';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';

const icons = { urgent: ExclamationCircleFilled, warn: WarningFilled, info: InfoCircleFilled };

/** How serious it is: a shape of its own and words, so that it is told without its colour too. */
export function LevelMark({ level, label }: { readonly level: AlarmLevel; readonly label: string }) {
  const { token } = theme.useToken();
  const color = { urgent: token.colorError, warn: token.colorWarning, info: token.colorInfo }[level];
  const Icon = icons[level];
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6, whiteSpace: 'nowrap' }}>
      <Icon aria-hidden style={{ color, fontSize: 16 }} />
      <span style={{ fontWeight: level === 'urgent' ? 600 : 400 }}>{label}</span>
    </span>
  );
}
