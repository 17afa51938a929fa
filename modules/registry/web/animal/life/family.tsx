import { useQuery } from '@tanstack/react-query';
import { Empty, Flex, Tag, Tree, type TreeDataNode, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { animalFamily } from '#modules/registry/contract/animal/animal-life.ts';
import { DictName } from '../names.tsx';
import { EarTag } from '../tag/ear-tag.tsx';

type Relative = DataOf<typeof animalFamily>[number];

/** Her mothers above her, her offspring below, as far as the reader may see them. */
export function Family({ id }: { readonly id: number }) {
  const t = useT();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...resourceKey(animal), 'family', id],
    queryFn: () => call(animalFamily, { params: { id }, query: { up: 2, down: 3 }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  if (data.length < 2)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('registry.animalPage.noFamily')} />;
  const top = data.reduce((a, b) => (b.generation < a.generation ? b : a));
  const byMother = Map.groupBy(data, (one) => one.motherId);
  const nodeOf = (one: Relative): TreeDataNode => ({
    key: one.id,
    title: <Line one={one} isSelf={one.id === id} />,
    children: (byMother.get(one.id) ?? []).map(nodeOf),
  });
  return <Tree treeData={[nodeOf(top)]} defaultExpandAll selectable={false} showLine blockNode />;
}

function Line({ one, isSelf }: { readonly one: Relative; readonly isSelf: boolean }): ReactNode {
  const t = useT();
  return (
    <Flex gap={8} wrap align="baseline">
      {isSelf ? (
        <EarTag tag={one.earTag} />
      ) : (
        <PageLink to={`/pri/animal/detail?id=${one.id}`}>
          <EarTag tag={one.earTag} />
        </PageLink>
      )}
      <DictName dict="animal_sex" value={one.sex} />
      <DictName dict="stage" value={one.stage} />
      <span>{t('registry.animalPage.bornOn', { on: one.birthDate })}</span>
      <DictName dict="animal_status" value={one.status} />
      <Typography.Text type="secondary" data-record>
        {one.holderName}
      </Typography.Text>
      {isSelf && <Tag color="processing">{t('registry.animalPage.self')}</Tag>}
    </Flex>
  );
}
