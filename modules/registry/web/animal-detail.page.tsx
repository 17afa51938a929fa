import { useQuery } from '@tanstack/react-query';
import { Card, Empty, List } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { animalByTag } from '#modules/registry/contract/animal-life.ts';
import { AnimalView } from './animal/animal-view.tsx';
import { EarTag } from './animal/ear-tag.tsx';

/** One animal, by `?id=`, or by a number it wears or wore: `?tag=`. */
export default function AnimalDetailPage() {
  const { search } = usePage();
  const id = Number(search.get('id'));
  const tag = search.get('tag') ?? '';
  if (Number.isSafeInteger(id) && id > 0) return <AnimalView key={id} id={id} />;
  return <ByTag tag={/^\d{4,15}$/.test(tag) ? tag : ''} />;
}

function ByTag({ tag }: { readonly tag: string }) {
  const t = useT();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['registry.animal', 'byTag', tag],
    queryFn: () => call(animalByTag, { query: { tag }, quiet: true }),
    enabled: tag !== '',
  });
  if (tag === '')
    return (
      <Card>
        <Empty description={t.any('registry.animalPage.noneChosen')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  const [only, ...more] = data;
  if (!only)
    return (
      <Card>
        <Empty description={t.any('registry.animalPage.unknownTag', { tag })} />
      </Card>
    );
  if (more.length === 0) return <AnimalView id={only.id} />;
  return (
    <Card title={t.any('registry.animalPage.several', { n: data.length, tag })}>
      <List
        dataSource={data}
        renderItem={(one) => (
          <List.Item>
            <PageLink to={`/pri/animal/detail?id=${one.id}`}>
              <EarTag tag={one.earTag} />
            </PageLink>
            <span data-record>{one.holderName}</span>
          </List.Item>
        )}
      />
    </Card>
  );
}
