import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, List } from 'antd';
import type { ComponentType } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { animalByTag } from '#modules/registry/contract/animal/animal-life.ts';
import { EarTag } from './tag/ear-tag.tsx';

interface Props {
  /** What shows the animal that was found. */
  readonly view: ComponentType<{ readonly id: number }>;
  /** The list where others are found. */
  readonly list: string;
}

/** One animal, by `?id=`, or by a number it wears or wore: `?tag=`. */
export function AnimalOfAddress({ view: View, list }: Props) {
  const { search } = usePage();
  const id = Number(search.get('id'));
  const tag = search.get('tag') ?? '';
  if (Number.isSafeInteger(id) && id > 0) return <View key={id} id={id} />;
  return <ByTag tag={/^\d{4,15}$/.test(tag) ? tag : ''} view={View} list={list} />;
}

/** Nobody is left in a corner: the list is where animals are found. */
function Nothing({ words, list }: { readonly words: string; readonly list: string }) {
  const t = useT();
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  return (
    <Card>
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words}>
        {mayOpen(list) && <Button onClick={() => openPage(list)}>{t('registry.animalPage.toList')}</Button>}
      </Empty>
    </Card>
  );
}

function ByTag({ tag, view: View, list }: Props & { readonly tag: string }) {
  const t = useT();
  const { path } = usePage();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['registry.animal', 'byTag', tag],
    queryFn: () => call(animalByTag, { query: { tag }, quiet: true }),
    enabled: tag !== '',
  });
  if (tag === '') return <Nothing words={t('registry.animalPage.noneChosen')} list={list} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  const [only, ...more] = data;
  if (!only) return <Nothing words={t('registry.animalPage.unknownTag', { tag })} list={list} />;
  if (more.length === 0) return <View id={only.id} />;
  return (
    <Card title={t('registry.animalPage.several', { n: data.length, tag })}>
      <List
        dataSource={data}
        renderItem={(one) => (
          <List.Item>
            <PageLink to={`${path}?id=${one.id}`}>
              <EarTag tag={one.earTag} />
            </PageLink>
            <span data-record>{one.holderName}</span>
          </List.Item>
        )}
      />
    </Card>
  );
}
