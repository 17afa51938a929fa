import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, InputNumber, Segmented, Select, Table, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { RunningCounter } from '#kit/web/field/running-counter.tsx';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  countSheet,
  motherCensusSheet,
  prepareSheet,
  type SheetCow,
} from '#modules/breeding/contract/census/census.ts';
import { useChoices, useLabel } from '../common/use-label.ts';

/** 普查记录: a sheet per holder, counted cow by cow. */
export default function CensusLogPage() {
  const text = useTexts('breeding.censusPage');
  const mayCount = useCan('improve:census:count');
  const changed = useChanged(motherCensusSheet);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <ResourcePage
        resource={motherCensusSheet}
        isOwn={false}
        cells={{
          principalId: (row) => (
            <PageLink to={`/improve/base/householdDetail?id=${row.principalId}`}>{row.principalIdName ?? '-'}</PageLink>
          ),
        }}
        actions={(row) => [
          {
            key: 'count',
            label: text(mayCount && ['todo', 'questioned', 'counted'].includes(row.status) ? 'count' : 'cows'),
            run: () => setOpen(row.id),
          },
        ]}
      />
      <Drawer
        open={open !== null}
        size={820}
        title={text('sheet')}
        destroyOnHidden
        onClose={() => {
          setOpen(null);
          void changed();
        }}
      >
        {open !== null && <CountForm id={open} mayCount={mayCount} onDone={() => setOpen(null)} />}
      </Drawer>
    </>
  );
}

interface Mark {
  readonly seen: 'present' | 'absent';
  readonly absentReason: string | null;
}
function CountForm({ id, mayCount, onDone }: { readonly id: number; readonly mayCount: boolean; onDone(): void }) {
  const text = useTexts('breeding.censusPage');
  const breedOf = useLabel('breed_code');
  const whyOf = useLabel('census_reason');
  const reasons = useChoices('mother_census_cow_absent_reason');
  const [marks, setMarks] = useState<Readonly<Record<number, Mark>>>({});
  const [untagged, setUntagged] = useState(0);
  const [extra, setExtra] = useState<readonly string[]>([]);
  const [told, setTold] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['breeding', 'sheet', id],
    queryFn: () => call(prepareSheet, { query: { id: String(id) } as never, quiet: true }),
  });
  useEffect(() => {
    if (!data) return;
    setUntagged(data.untagged);
    setMarks(
      Object.fromEntries(
        data.cows.flatMap((cow) =>
          cow.seen ? [[cow.animalId, { seen: cow.seen as Mark['seen'], absentReason: cow.absentReason }]] : [],
        ),
      ),
    );
  }, [data]);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const isOpen = mayCount && ['todo', 'questioned', 'counted'].includes(data.status);
  const mark = (animalId: number, next: Mark) => setMarks((now) => ({ ...now, [animalId]: next }));
  const scan = (raw: string) => {
    const digits = raw.replace(/\D/g, '');
    const found = data.cows.filter((cow) => cow.earTag.endsWith(digits));
    if (digits.length >= 4 && found.length === 1 && found[0]) {
      mark(found[0].animalId, { seen: 'present', absentReason: null });
      setTold(null);
    } else if (digits.length === 15) setExtra((now) => [...new Set([...now, digits])]);
    else setTold(text('notHere'));
  };
  const done = data.cows.filter((cow) => marks[cow.animalId]).length;
  const save = async () => {
    setBusy(true);
    try {
      const saved = await call(countSheet, {
        body: {
          id,
          version: data.version,
          countedOn: dayjs().format('YYYY-MM-DD'),
          untagged,
          extraTags: [...extra],
          cows: data.cows.flatMap((cow) => {
            const own = marks[cow.animalId];
            return own ? [{ animalId: cow.animalId, seen: own.seen, absentReason: own.absentReason }] : [];
          }),
        },
        quiet: true,
      });
      notify('success', text('counted', { n: saved.eligible, of: saved.expected }));
      onDone();
    } catch (error_) {
      setTold(error_ instanceof Error ? error_.message : '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" wrap gap={8} align="center">
        <Typography.Text strong data-record>
          {`${data.holder} · ${data.region} · ${data.round} · ${data.countDate}`}
        </Typography.Text>
        <RunningCounter n={done} of={data.cows.length} label={text('marked')} />
      </Flex>
      {isOpen && (
        <Flex gap={8} wrap>
          <ScanInput
            inputMode="numeric"
            aria-label={text('scan')}
            placeholder={text('scan')}
            style={{ flex: '1 1 220px' }}
            onScan={scan}
          />
          <Button
            onClick={() =>
              setMarks(
                Object.fromEntries(
                  data.cows.map((cow) => [
                    cow.animalId,
                    marks[cow.animalId] ?? { seen: 'present', absentReason: null },
                  ]),
                ),
              )
            }
          >
            {text('restPresent')}
          </Button>
        </Flex>
      )}
      {told && <Alert type="error" showIcon title={told} />}
      {extra.length > 0 && <Alert type="info" showIcon title={text('extra', { tags: extra.join(' ') })} />}
      <Table<SheetCow>
        size="small"
        rowKey="animalId"
        dataSource={data.cows}
        pagination={false}
        scroll={{ x: 680 }}
        columns={[
          { key: 'tag', title: text('tag'), render: (_, row) => <span data-record>{row.earTag}</span> },
          { key: 'breed', title: text('breed'), render: (_, row) => breedOf(row.breed) },
          { key: 'parity', title: text('parity'), align: 'end', dataIndex: 'parity' },
          { key: 'calved', title: text('lastCalved'), render: (_, row) => row.lastCalvedOn ?? '-' },
          {
            key: 'why',
            title: text('why'),
            render: (_, row) =>
              row.why.length === 0 ? (
                <Tag color="green">{text('fits')}</Tag>
              ) : (
                row.why.map((one) => (
                  <Tag key={one} color="orange">
                    {whyOf(one)}
                  </Tag>
                ))
              ),
          },
          {
            key: 'seen',
            title: text('seen'),
            render: (_, row) => {
              const own = marks[row.animalId];
              if (!isOpen) return own ? text(own.seen) : '-';
              return (
                <Flex gap={6} wrap>
                  <Segmented
                    size="small"
                    value={own?.seen ?? ''}
                    options={[
                      { value: 'present', label: text('present') },
                      { value: 'absent', label: text('absent') },
                    ]}
                    onChange={(seen) =>
                      mark(row.animalId, {
                        seen: seen as Mark['seen'],
                        absentReason: seen === 'absent' ? 'away' : null,
                      })
                    }
                  />
                  {own?.seen === 'absent' && (
                    <Select
                      size="small"
                      style={{ inlineSize: 110 }}
                      options={reasons}
                      value={own.absentReason}
                      onChange={(absentReason) => mark(row.animalId, { seen: 'absent', absentReason })}
                    />
                  )}
                </Flex>
              );
            },
          },
        ]}
      />
      {isOpen && (
        <Flex gap={12} align="center" justify="space-between" wrap>
          <Flex gap={8} align="center">
            <span>{text('untagged')}</span>
            <InputNumber min={0} max={999} value={untagged} onChange={(n) => setUntagged(n ?? 0)} />
          </Flex>
          <Button type="primary" loading={busy} disabled={done < data.cows.length} onClick={() => void save()}>
            {text('save')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}
