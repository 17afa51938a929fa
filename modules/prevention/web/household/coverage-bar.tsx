import { Flex, Progress, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

interface Props {
  readonly coverage: number | null;
  readonly due: number | null;
  readonly done: number | null;
}

/** Coverage of a household this season; nothing where no season goes on. */
export function CoverageBar({ coverage, due, done }: Props) {
  const t = useT();
  if (coverage === null || due === null) return <Typography.Text type="secondary">-</Typography.Text>;
  return (
    <Flex vertical style={{ minWidth: 70 }}>
      <span style={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>{`${done ?? 0}/${due}`}</span>
      <Progress
        aria-label={t('prevention.livestock.coverage')}
        percent={coverage}
        size="small"
        showInfo={false}
        style={{ margin: 0, lineHeight: 1 }}
      />
    </Flex>
  );
}
