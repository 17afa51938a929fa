import { Flex, Progress, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';

interface Props {
  readonly due: number | null;
  readonly done: number | null;
}

/** Done of what is due this season; words where nothing is due or no season goes on. */
export function SeasonProgress({ due, done }: Props) {
  const text = useTexts('prevention.livestock');
  if (due === null) return <Typography.Text type="secondary">{text('noSeason')}</Typography.Text>;
  if (due === 0) return <Typography.Text type="secondary">{text('nothingDue')}</Typography.Text>;
  const percent = Math.floor(((done ?? 0) * 1000) / due) / 10;
  return (
    <Flex align="center" gap={8} style={{ minWidth: 150 }}>
      <Progress aria-label={text('coverage')} percent={percent} size="small" style={{ margin: 0, flex: 1 }} />
      <Typography.Text type="secondary" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {`${(done ?? 0).toLocaleString('en')} / ${due.toLocaleString('en')}`}
      </Typography.Text>
    </Flex>
  );
}
