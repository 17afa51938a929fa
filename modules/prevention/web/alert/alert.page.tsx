import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, Button, Flex, Space, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type AntAlert, ackAlert, alertCounts, antAlert } from '#modules/prevention/contract/alert/alert.ts';
import { GapTag } from '../gap/gap-tag.tsx';
import { RemindOfSeason } from '../gap/remind-dialog.tsx';
import { useGapStates } from '../gap/use-gap-states.ts';
import { HoldLot } from '../settings/hold-lot.tsx';
import { CloseAlert } from './close-alert.tsx';

const colours: Record<string, string> = { urgent: 'red', warn: 'orange', info: 'blue' };

/** Alerts about something missing in a village. */
const gapKinds = new Set(['zeroVillage', 'behindVillage', 'uncovered', 'exemptHigh']);

/** Sentences want the room of a text. */
const roomy = {
  ...antAlert,
  fields: {
    ...antAlert.fields,
    title: { ...antAlert.fields.title, kind: 'longText' },
    text: { ...antAlert.fields.text, kind: 'longText' },
  },
} as unknown as typeof antAlert;

/** 防疫预警: what prevention, breeding and cure have raised; what is open comes first. */
export default function AlertPage() {
  const text = useTexts('prevention.antAlert');
  const { search, openPage } = usePage();
  const url = useUrlState();
  const mayOpen = useCan('alarm:record:list');
  const client = useQueryClient();
  const mayHold = useCan('depot:lot:hold');
  const [held, setHeld] = useState<AntAlert | null>(null);
  const mayRemind = useCan('ant:gap:add');
  const gapText = useTexts('prevention.gapPage');
  const gaps = useGapStates({});
  const [reminded, setReminded] = useState<AntAlert | null>(null);
  const isGap = (row: AntAlert) => gapKinds.has(row.kind) && row.status !== 'closed' && row.regionCode !== null;
  const stateOf = (row: AntAlert) => gaps.stateOf('place', row.regionCode ?? 0);
  const [closing, setClosing] = useState<AntAlert | null>(null);
  const [isReady, setReady] = useState(search.size > 0);
  useFirstAddress({ isOpen: 'true' });
  useEffect(() => setReady(true), []);
  const { data } = useQuery({
    queryKey: [...resourceKey(antAlert), 'counts'],
    queryFn: () => call(alertCounts, { query: {}, quiet: true }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: resourceKey(antAlert) });
  const ack = async (rows: readonly AntAlert[]) => {
    try {
      for (const { id, version } of rows) await call(ackAlert, { body: { id, version } });
    } catch {
      // The client has said why; those before it are acknowledged.
    }
    await refresh();
  };
  const batch = (list: ResourceList) => {
    const able = (list.selected as unknown as AntAlert[]).filter((row) => row._can.includes('ack'));
    if (able.length === 0) return null;
    return (
      <Button onClick={() => void ack(able).then(() => list.select([]))}>
        {text('_ack')} {able.length}
      </Button>
    );
  };
  if (!isReady) return null;
  const chosen = search.get('kind');
  const strip = (
    <Flex gap={12} wrap align="center">
      {(data ?? []).map((one) => (
        <Badge key={one.kind} count={one.n} size="small" color={colours[one.level] ?? 'blue'}>
          <Tag.CheckableTag
            checked={chosen === one.kind}
            onChange={(checked) => url.set({ kind: checked ? one.kind : null, isOpen: 'true', page: null })}
          >
            {one.kindName}
          </Tag.CheckableTag>
        </Badge>
      ))}
    </Flex>
  );
  return (
    <>
      <ResourcePage
        resource={roomy}
        isOwn={false}
        extra={(list) => (
          <Space wrap>
            {strip}
            {batch(list)}
          </Space>
        )}
        cells={{
          level: (row) => <Tag color={colours[row.level] ?? 'default'}>{row.levelName}</Tag>,
          kind: (row) => <span>{row.kindName}</span>,
          title: (row) => <b>{row.title}</b>,
          status: (row) => {
            const state = isGap(row) ? stateOf(row) : undefined;
            return (
              <Space size={4} wrap>
                <Tag>{row.statusName}</Tag>
                {state && <GapTag state={state} />}
              </Space>
            );
          },
        }}
        actions={(row) => [
          ...(mayRemind && isGap(row) && !stateOf(row)
            ? [{ key: 'remind', label: gapText('remind'), run: () => setReminded(row) }]
            : []),
          ...(row._can.includes('ack') ? [{ key: 'ack', label: text('_ack'), run: () => void ack([row]) }] : []),
          ...(row._can.includes('close') ? [{ key: 'close', label: text('_close'), run: () => setClosing(row) }] : []),
          ...(row.kind === 'batchDeaths' && row.subjectId && row.status !== 'closed' && mayHold
            ? [{ key: 'hold', label: text('hold'), run: () => setHeld(row) }]
            : []),
          ...(row.linkPath ? [{ key: 'go', label: text('go'), run: () => openPage(String(row.linkPath)) }] : []),
          ...(mayOpen
            ? [
                {
                  key: 'detail',
                  label: text('detail'),
                  run: () => openPage(`/anm/device/alarm/detail?id=${row.id}`),
                },
              ]
            : []),
        ]}
      />
      {held?.subjectId && (
        <HoldLot isAlerted isHeld={false} lotId={held.subjectId} lotNo={held.title} onClose={() => setHeld(null)} />
      )}
      {reminded && (
        <RemindOfSeason
          subjectKind="place"
          subjectId={reminded.regionCode ?? 0}
          alarmId={reminded.id}
          onClose={() => setReminded(null)}
        />
      )}
      {closing && <CloseAlert row={closing} onClose={() => setClosing(null)} />}
    </>
  );
}
