import { Popover, Tag, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

/** A pool by its number; the animals in it on asking. How many they are comes first: a narrow column cuts the end. */
export function PoolName({ poolNo, tags }: { readonly poolNo: string | null; readonly tags: readonly string[] }) {
  const t = useT();
  if (!poolNo) return <span>-</span>;
  if (tags.length === 0) return <span>{poolNo}</span>;
  return (
    <span>
      <Popover
        title={t('prevention.sample.poolTags')}
        content={
          <div style={{ maxHeight: 240, overflow: 'auto' }}>
            {tags.map((one) => (
              <div key={one}>{one}</div>
            ))}
          </div>
        }
        trigger={['hover', 'focus', 'click']}
      >
        <Tag color="blue" tabIndex={0} style={{ margin: 0 }}>
          {t('prevention.labPage.poolTag', { n: tags.length })}
        </Tag>
      </Popover>{' '}
      <Typography.Text>{poolNo}</Typography.Text>
    </span>
  );
}
