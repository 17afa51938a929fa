import { Progress, theme } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

interface Props {
  readonly count: number;
  readonly capacity: number;
  /** Red although the house as a whole has room: one of its pens has not. */
  readonly isOver?: boolean;
}

export function FillBar({ count, capacity, isOver = count > capacity }: Props) {
  const t = useT();
  const { token } = theme.useToken();
  const words = t('registry.enclosurePage.fillOf', { count, capacity });
  const percent = capacity > 0 ? Math.round((100 * count) / capacity) : count > 0 ? 100 : 0;
  return (
    <Progress
      aria-label={words}
      size="small"
      percent={Math.min(100, percent)}
      status="normal"
      format={() => <span style={isOver ? { color: token.colorError } : {}}>{`${percent}%`}</span>}
      strokeColor={isOver ? token.colorError : token.colorSuccess}
      style={{ margin: 0, minWidth: 96 }}
    />
  );
}
