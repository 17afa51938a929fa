import { Progress, Typography, theme } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';

interface Props {
  readonly from: string;
  readonly due: string;
  /** Once it happened the clock stands. */
  readonly done?: string | null;
}
/** A deadline as a bar that shrinks; red when it is over. */
export function ClockBar({ from, due, done }: Props) {
  const text = useTexts('insurance.claimPage');
  const { token } = theme.useToken();
  const end = done ? Date.parse(done) : Date.now();
  const whole = Math.max(1, Date.parse(due) - Date.parse(from));
  const left = Date.parse(due) - end;
  const hours = Math.round((Math.abs(left) / 3_600_000) * 10) / 10;
  return (
    <div style={{ minInlineSize: 140 }}>
      <Progress
        percent={Math.max(0, Math.min(100, Math.round((left * 100) / whole)))}
        showInfo={false}
        size="small"
        status={left < 0 ? 'exception' : 'normal'}
        {...(left >= 0 && left < whole * 0.15 && { strokeColor: token.colorWarning })}
      />
      <Typography.Text type={left < 0 ? 'danger' : 'secondary'}>
        {text(left < 0 ? 'hoursOver' : 'hoursLeft', { n: hours })}
      </Typography.Text>
    </div>
  );
}
