import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { animalCard } from '#modules/breeding/contract/base/base.ts';
import { useLabel } from '../common/use-label.ts';
import BreedingCard from './breeding-card.tsx';

/** 母畜详情: the animal, breeding first. */
export default function AnimalDetailPage() {
  const text = useTexts('breeding.cardPage');
  const { search, openPage } = usePage();
  const language = useLanguage();
  const breedOf = useLabel('breed_code');
  const mayServe = useCan('breed:service:add');
  const id = Number(search.get('id')) || 0;
  const { data } = useQuery({
    queryKey: ['breeding', 'card', id, language],
    queryFn: () => call(animalCard, { query: { id: String(id) } as never, quiet: true }),
    enabled: id > 0,
  });
  if (id === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  return (
    <Flex vertical gap={12}>
      {data && (
        <Card size="small">
          <Flex gap={12} wrap align="center" justify="space-between">
            <Flex gap={12} wrap align="center">
              <Typography.Title level={4} style={{ margin: 0 }} data-record>
                {data.earTag}
              </Typography.Title>
              <span>{breedOf(data.breed)}</span>
              <span>{text('parityN', { n: data.parity })}</span>
              {data.setAside && <Tag color="red">{text('setAside')}</Tag>}
              <span data-record>
                <PageLink
                  to={`/improve/base/householdDetail?id=${data.principalId}`}
                >{`${data.holder} · ${data.region}`}</PageLink>
              </span>
              <Typography.Text type="secondary" data-record>
                {text('parents', { father: data.fatherCode ?? '?', mother: data.motherTag ?? '?' })}
              </Typography.Text>
            </Flex>
            {mayServe && (
              <Button type="primary" onClick={() => openPage(`/ant/breed/serviceAdd?tag=${data.earTag}`)}>
                {text('serve')}
              </Button>
            )}
          </Flex>
        </Card>
      )}
      <BreedingCard id={id} />
    </Flex>
  );
}
