import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, Segmented, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { copyScheme, cycleBoard, cycleScheme, setStage } from '#modules/farm/contract/herd/cycle-scheme.ts';
import { useFarmQuery } from '../common/use-farm-query.ts';

/** 养殖周期: who is in which stage, and the schemes that say so. */
export default function CyclePage() {
  const text = useTexts('farm.cyclePage');
  const mayScheme = useCan('anm:cycle:scheme');
  const changed = useChanged(cycleScheme);
  const copy = async (id: number) => {
    const made = await call(copyScheme, { body: { id } });
    notify('success', text('copied', { n: made.schemeVersion }));
    void changed();
  };
  return (
    <Tabs
      destroyOnHidden
      items={[
        { key: 'board', label: text('board'), children: <Board /> },
        {
          key: 'schemes',
          label: text('schemes'),
          children: (
            <ResourcePage
              resource={cycleScheme}
              actions={(row) => (mayScheme ? [{ key: 'copy', label: text('copy'), run: () => void copy(row.id) }] : [])}
            />
          ),
        },
      ]}
    />
  );
}

function Board() {
  const text = useTexts('farm.cyclePage');
  const language = useLanguage();
  const client = useQueryClient();
  const mayEdit = useCan('anm:cycle:edit');
  const [chosen, setChosen] = useState<number | null>(null);
  const farm = useFarmQuery();
  const { data, error, refetch } = useQuery({
    queryKey: ['farm', 'cycle', farm, language],
    queryFn: () => call(cycleBoard, { query: farm as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const scheme = data.schemes.find((one) => one.id === chosen) ?? data.schemes.toSorted((a, b) => b.head - a.head)[0];
  if (!scheme)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  const accept = async (animalId: number) => {
    await call(setStage, { body: { animalIds: [animalId], stageId: null } });
    await client.invalidateQueries({ queryKey: ['farm'] });
  };
  return (
    <Flex vertical gap={12}>
      <div data-record>
        <Segmented
          value={scheme.id}
          options={data.schemes.map((one) => ({ value: one.id, label: `${one.name} ${one.head}` }))}
          onChange={(next) => setChosen(Number(next))}
        />
      </div>
      <div
        style={{
          display: 'grid',
          gap: 12,
          overflowX: 'auto',
          gridAutoFlow: 'column',
          gridAutoColumns: 'minmax(200px, 1fr)',
          alignItems: 'start',
        }}
      >
        {scheme.stages.map((stage) => (
          <Card
            key={stage.stageId}
            size="small"
            title={<span data-record>{stage.name}</span>}
            extra={<PageLink to={`/anm/animal/info?stageId=${stage.stageId}&status=live`}>{stage.head}</PageLink>}
          >
            <Flex gap={4} wrap style={{ marginBlockEnd: 8 }}>
              {stage.meanDays !== null && <Tag>{text('meanDays', { n: stage.meanDays })}</Tag>}
              {stage.overdue > 0 && <Tag color="red">{text('overdue', { n: stage.overdue })}</Tag>}
            </Flex>
            {stage.cards.slice(0, 8).map((card) => (
              <Flex key={card.animalId} justify="space-between" gap={8} style={{ padding: '3px 0' }}>
                <PageLink to={`/anm/animal/detail?id=${card.animalId}`}>
                  {card.farmNo ?? card.earTag.slice(-6)}
                </PageLink>
                {card.proposed && mayEdit ? (
                  <Button size="small" type="link" onClick={() => void accept(card.animalId)}>
                    {text('accept', { stage: card.proposed })}
                  </Button>
                ) : (
                  <Typography.Text type={card.dueOn && card.dueOn < dayFromNow() ? 'danger' : 'secondary'}>
                    {text('days', { n: card.days })}
                  </Typography.Text>
                )}
              </Flex>
            ))}
          </Card>
        ))}
      </div>
      {data.flow.length > 0 && (
        <Card size="small" title={text('flow')}>
          <Flex gap={16} wrap>
            {data.flow.map((one) => (
              <span key={`${one.from}${one.to}`} data-record>
                {one.from} → {one.to} <strong>{one.n}</strong>
              </span>
            ))}
          </Flex>
        </Card>
      )}
    </Flex>
  );
}
