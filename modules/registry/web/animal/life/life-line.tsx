import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Empty, Flex, Tag, Timeline, Typography, theme } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { recordPage } from '#kit/web/record-pages.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { animalLine, animalVerify, type LineEvent } from '#modules/registry/contract/animal/animal-life.ts';
import { useLabel } from '../names.tsx';
import { colorOf, type EventGroup, eventGroups } from './event-groups.ts';
import { EventText } from './event-text.tsx';

const pageSize = 50;

/** The life line: newest first, a heading per year, and whether the ledger is as it was written. */
export function LifeLine({ id, group }: { readonly id: number; readonly group?: EventGroup }) {
  const t = useT();
  const language = useLanguage();
  const [chosen, setChosen] = useState<EventGroup | null>(group ?? null);
  const kinds = chosen ? eventGroups[chosen].join(',') : undefined;
  const query = useInfiniteQuery({
    queryKey: [...resourceKey(animal), 'line', id, kinds, language],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      call(animalLine, {
        params: { id },
        query: { ...(kinds && { kinds }), ...(pageParam && { before: pageParam }), size: pageSize },
        quiet: true,
      }),
    // Pages are counted by the animal's own events; those of merged records stand between them.
    getNextPageParam: (last) => {
      const own = last.filter((one) => !one.merged);
      return own.length === pageSize ? own.at(-1)?.seq : undefined;
    },
  });
  const events = query.data?.pages.flat() ?? [];
  const years = [...Map.groupBy(events, (one) => one.happenedOn.slice(0, 4))];
  return (
    <Flex vertical gap={12}>
      {!group && (
        <Flex gap={8} wrap align="center" justify="space-between">
          <Flex gap={4} wrap>
            {(Object.keys(eventGroups) as EventGroup[]).map((name) => (
              <Tag.CheckableTag key={name} checked={chosen === name} onChange={(isOn) => setChosen(isOn ? name : null)}>
                {t.any(`registry.animalPage.group.${name}`)}
              </Tag.CheckableTag>
            ))}
          </Flex>
          <ChainBadge id={id} />
        </Flex>
      )}
      {query.error && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Waiting />}
      {query.isSuccess && events.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('registry.animalPage.noEvents')} />
      )}
      {years.map(([year, own]) => (
        <section key={year} aria-label={year}>
          <Typography.Title level={5} style={{ marginBlock: '0 12px' }}>
            {year}
          </Typography.Title>
          <Timeline
            items={own.map((one) => ({
              key: `${one.merged} ${one.seq} ${one.recordedAt}`,
              color: colorOf(one.kind),
              content: <Event event={one} />,
            }))}
          />
        </section>
      ))}
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
          {t('registry.animalPage.older')}
        </Button>
      )}
    </Flex>
  );
}

function Event({ event }: { readonly event: LineEvent }) {
  const t = useT();
  const kindName = useLabel('animal_event_kind');
  const path = event.sourceId === null ? null : recordPage(event.sourceEntity, event.sourceId);
  const isTakenBack = event.voidedBy !== null;
  return (
    <Flex vertical gap={2} style={isTakenBack ? { opacity: 0.6 } : {}}>
      <Flex gap={8} wrap align="baseline">
        <Typography.Text strong delete={isTakenBack}>
          {kindName(event.kind)}
        </Typography.Text>
        <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {event.happenedOn}
        </Typography.Text>
        <EventText event={event} />
        {event.voidOf !== null && <Tag>{t('registry.animalPage.takesBack', { n: event.voidOf })}</Tag>}
        {isTakenBack && <Tag>{t('registry.animalPage.takenBack')}</Tag>}
        {event.merged && <Tag>{t('registry.animalPage.fromMerged')}</Tag>}
      </Flex>
      <Flex gap={8} wrap style={{ fontSize: 12 }}>
        <Typography.Text type="secondary" data-record>
          {[event.unitName, event.regionName, event.actorName].filter(Boolean).join(' · ')}
        </Typography.Text>
        {event.docNo && (path ? <PageLink to={path}>{event.docNo}</PageLink> : <span>{event.docNo}</span>)}
        <Typography.Text type="secondary">#{event.seq}</Typography.Text>
      </Flex>
    </Flex>
  );
}

/** Green while every entry is what was written; red naming the first that is not. */
function ChainBadge({ id }: { readonly id: number }) {
  const t = useT();
  const { token } = theme.useToken();
  const { data } = useQuery({
    queryKey: [...resourceKey(animal), 'verify', id],
    queryFn: () => call(animalVerify, { params: { id }, quiet: true }),
  });
  if (!data) return null;
  const { ok, count, brokenAt } = data;
  return (
    <span role="status" style={{ color: ok ? token.colorSuccessText : token.colorErrorText, fontWeight: 500 }}>
      {ok ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}{' '}
      {ok ? t('registry.animalPage.chainOk', { n: count }) : t('registry.animalPage.chainBroken', { n: brokenAt ?? 0 })}
    </span>
  );
}
