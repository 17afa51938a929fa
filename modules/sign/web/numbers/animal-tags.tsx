import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Flex, Skeleton, Space, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { tagsOfAnimal } from '#modules/sign/contract/numbers/tag-segment.ts';
import { useDictName } from '../common/parts.tsx';
import { ChainLine } from './chain-line.tsx';

/** On the animal's own page: every number it wore, from the order to its ear and on to the bag it was handed back in. */
export default function AnimalTags({ id }: { readonly id: number }) {
  const text = useTexts('sign.ui');
  const state = useDictName('tag_state');
  const { data, error, refetch } = useQuery({
    queryKey: ['sign.animalTags', id],
    queryFn: () => call(tagsOfAnimal, { query: { animalId: id }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noTagHistory')} />;
  return (
    <Flex vertical gap={12}>
      {data.map((one) => (
        <Card
          key={one.code}
          size="small"
          title={
            <Space wrap>
              <PageLink to={`/sign/tagTrace?code=${one.code}`}>{one.shown}</PageLink>
              <Tag color={one.state === 'worn' ? 'purple' : 'default'}>{state(one.state)}</Tag>
              <Typography.Text type="secondary">
                {one.wornOn}
                {one.endedOn && ` – ${one.endedOn}`}
              </Typography.Text>
            </Space>
          }
        >
          <ChainLine steps={one.steps} />
        </Card>
      ))}
    </Flex>
  );
}
