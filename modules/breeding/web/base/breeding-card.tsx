import { useQuery } from '@tanstack/react-query';
import { Card, Collapse, Empty, Flex, Input, Steps, Tag, Timeline, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { animalCard, type CycleCard } from '#modules/breeding/contract/base/base.ts';
import { askKin, mateAdvice } from '#modules/breeding/contract/record/service.ts';
import { useLabel } from '../common/use-label.ts';
import { StrawList } from '../service/straw-list.tsx';

/** Her cycles with all their records; also a part of the registry's page of an animal. */
export default function BreedingCard({ id }: { readonly id: number }) {
  const text = useTexts('breeding.cardPage');
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['breeding', 'card', id, language],
    queryFn: () => call(animalCard, { query: { id: String(id) } as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.sex !== 'female')
    return (
      <Card>
        <Empty description={text('notFemale')} />
      </Card>
    );
  const [now, ...before] = data.cycles;
  return (
    <Flex vertical gap={12}>
      {!now && (
        <Card>
          <Empty description={text('noCycle')} />
        </Card>
      )}
      {now && (
        <Card size="small" title={text('thisCycle', { n: now.cycleNo })}>
          <CycleSteps cycle={now} />
          <Records cycle={now} />
        </Card>
      )}
      <KinFinder animalId={id} />
      <Advice animalId={id} />
      {before.length > 0 && (
        <Collapse
          items={before.map((cycle) => ({
            key: cycle.id,
            label: text('pastCycle', { n: cycle.cycleNo, from: cycle.openedOn, to: cycle.closedOn ?? '' }),
            children: <Records cycle={cycle} />,
          }))}
        />
      )}
    </Flex>
  );
}

function CycleSteps({ cycle }: { readonly cycle: CycleCard }) {
  const text = useTexts('breeding.cardPage');
  const last = cycle.services.at(-1);
  const check = cycle.checks.at(-1);
  const at = { open: 0, served: 1, pregnant: 2, calved: 4, aborted: 2, ended: 0 }[cycle.status] ?? 0;
  return (
    <Steps
      size="small"
      current={at}
      responsive
      items={[
        { title: text('stepOpen'), content: cycle.openedOn },
        { title: text('stepServed'), content: last ? `${last.on} ${last.sireCode}` : '-' },
        { title: text('stepCheck'), content: check?.on ?? cycle.checkDueOn ?? '-' },
        { title: text('stepCalving'), content: cycle.calvings[0]?.on ?? cycle.expectedOn ?? '-' },
      ]}
    />
  );
}

function Records({ cycle }: { readonly cycle: CycleCard }) {
  const text = useTexts('breeding.cardPage');
  const outcomeOf = useLabel('insemination_outcome');
  const resultOf = useLabel('preg_result');
  const fitOf = useLabel('calving_fit');
  const rows = [
    ...cycle.services.map((one) => ({
      key: `s${one.id}`,
      on: one.on,
      words: text('served', { sire: one.sireCode, heat: one.heatNo, shot: one.shotNo }),
      tag: outcomeOf(one.outcome),
      who: one.technician,
    })),
    ...cycle.checks.map((one) => ({
      key: `c${one.id}`,
      on: one.on,
      words: text('checked', { n: one.daysAfter ?? 0 }),
      tag: resultOf(one.result),
      who: null,
    })),
    ...cycle.calvings.map((one) => ({
      key: `b${one.id}`,
      on: one.on,
      words: text('calved', { alive: one.alive, total: one.total, tags: one.calfTags.join(' ') }),
      tag: fitOf(one.fit),
      who: null,
    })),
  ].sort((a, b) => (a.on < b.on ? 1 : -1));
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothingYet')} />;
  return (
    <Timeline
      style={{ marginBlockStart: 16 }}
      items={rows.map((one) => ({
        key: one.key,
        content: (
          <Flex gap={8} wrap>
            <span>{one.on}</span>
            <span data-record>{one.words}</span>
            <Tag>{one.tag}</Tag>
            <Typography.Text type="secondary" data-record>
              {one.who}
            </Typography.Text>
          </Flex>
        ),
      }))}
    />
  );
}

/** A bull's code, and how near of kin the two are. */
function KinFinder({ animalId }: { readonly animalId: number }) {
  const t = useT();
  const text = useTexts('breeding.cardPage');
  const [code, setCode] = useState('');
  const { data, error } = useQuery({
    queryKey: ['breeding', 'kin', animalId, code],
    queryFn: () => call(askKin, { query: { animalId: String(animalId), sireCode: code } as never, quiet: true }),
    enabled: code.length >= 6,
    retry: false,
  });
  return (
    <Card size="small" title={text('kin')}>
      <Flex gap={12} wrap align="center">
        <Input.Search
          style={{ inlineSize: 220 }}
          maxLength={15}
          placeholder={text('sireCode')}
          onSearch={(value) => setCode(value.trim())}
        />
        {error && <Typography.Text type="danger">{error.message}</Typography.Text>}
        {data && (
          <Typography.Text {...(data.pct >= 6.25 ? { type: 'danger' } : data.pct > 0 ? { type: 'warning' } : {})}>
            {data.pct > 0
              ? `${data.relation ? t.any(`breeding.relation.${data.relation}`) : ''} ${Math.round(data.pct * 1000) / 1000} %`
              : text('unrelated')}
            {data.known !== 'full' && ` · ${text(`known_${data.known}`)}`}
          </Typography.Text>
        )}
      </Flex>
    </Card>
  );
}

/** Bulls for her, best first. */
function Advice({ animalId }: { readonly animalId: number }) {
  const text = useTexts('breeding.cardPage');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['breeding', 'advice', animalId],
    queryFn: () => call(mateAdvice, { query: { animalId: String(animalId) } as never, quiet: true }),
    enabled: isOpen,
  });
  return (
    <Collapse
      onChange={(keys) => setOpen(keys.length > 0)}
      items={[
        {
          key: 'advice',
          label: text('advice'),
          children: data ? (
            <StrawList
              straws={data.straws.slice(0, 10)}
              chosen={null}
              rateMinCount={data.rateMinCount}
              onChoose={() => {}}
            />
          ) : (
            <Waiting />
          ),
        },
      ]}
    />
  );
}
