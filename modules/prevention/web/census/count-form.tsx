import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, Form, InputNumber, Select, Space, Table, Typography, theme } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import {
  type CensusSheet,
  censusRound,
  censusSheet,
  countSheet,
  prepareSheet,
  type SheetLine,
} from '#modules/prevention/contract/census/census.ts';
import { Day } from '../outbreak/action-form.tsx';
import { useLabel } from '../outbreak/names.tsx';

interface Props {
  readonly sheet: CensusSheet;
  onClose(): void;
}

/** 入户普查: the grid begins with the book; numbered animals that are not there are named, the others are counted. */
export function CountForm({ sheet, onClose }: Props) {
  const t = useT();
  const confirmLeave = useConfirmLeave();
  const [isDirty, setDirty] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(censusSheet), 'prepare', sheet.id],
    queryFn: () => call(prepareSheet, { query: { id: sheet.id }, quiet: true }),
    gcTime: 0,
  });
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  return (
    <Drawer
      open
      size={760}
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      title={
        <span>
          {t('prevention.censusPage.countTitle')} <span data-record>{sheet.principalIdName}</span>
        </span>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <Grid
          sheet={sheet}
          known={data}
          onChange={() => setDirty(true)}
          onLeave={() => void leave()}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}

type Known = DataOf<typeof prepareSheet>;
const keyOf = (one: { readonly species: string; readonly stage: string }) => `${one.species} ${one.stage}`;

interface GridProps extends Props {
  readonly known: Known;
  onChange(): void;
  onLeave(): void;
}

function Grid({ sheet, known, onChange, onLeave, onClose }: GridProps) {
  const t = useT();
  const { token } = theme.useToken();
  const client = useQueryClient();
  const speciesOf = useLabel('species');
  const stageOf = useLabel('stage');
  const text = useTexts('prevention.censusPage');
  const [countedOn, setCountedOn] = useState(sheet.countedOn ?? dayjs().format(dateFormat));
  const [untagged, setUntagged] = useState<Record<string, number>>(() => {
    const own = sheet.lines as SheetLine[];
    return Object.fromEntries((own.length > 0 ? own : known.lines).map((line) => [keyOf(line), line.untagged]));
  });
  const [missing, setMissing] = useState<string[]>(sheet.missing as string[]);
  const [foreign, setForeign] = useState<string[]>(sheet.foreign as string[]);
  const [photoIds, setPhotoIds] = useState<number[]>(sheet.photoIds as number[]);
  const [busy, setBusy] = useState(false);
  const typed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      onChange();
      set(value);
    };
  // Foreign ones stand in no stage of this book: they are counted with the first stage of the first species that is kept.
  const lines = known.lines.map((line, at) => ({
    ...line,
    tagged:
      line.tagged -
      known.animals.filter((one) => missing.includes(one.earTag) && keyOf(one) === keyOf(line)).length +
      (at === 0 ? foreign.length : 0),
    system: line.tagged,
    untagged: untagged[keyOf(line)] ?? 0,
  }));
  const sum = (name: 'tagged' | 'untagged') => lines.reduce((n, line) => n + line[name], 0);
  const save = async () => {
    setBusy(true);
    try {
      await call(countSheet, {
        body: {
          id: sheet.id,
          version: sheet.version,
          countedOn,
          lines: lines.map(({ system: _, ...line }) => line),
          missingTags: missing,
          foreignTags: foreign,
          photoIds,
        },
      });
      await client.invalidateQueries({ queryKey: resourceKey(censusSheet) });
      await client.invalidateQueries({ queryKey: resourceKey(censusRound) });
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form layout="vertical">
      {sheet.question && sheet.status === 'questioned' && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBlockEnd: 12 }}
          title={<span data-record>{sheet.question}</span>}
        />
      )}
      <Flex gap={16} wrap align="end">
        <Form.Item label={t('prevention.censusSheet.countedOn')} required htmlFor="sheet-on" style={{ width: 180 }}>
          <Day id="sheet-on" value={countedOn} onChange={typed((value) => value && setCountedOn(value))} />
        </Form.Item>
        <Form.Item>
          <Typography.Text type="secondary">
            {known.lastOn ? text('lastCount', { on: known.lastOn }) : text('noCount')}
          </Typography.Text>
        </Form.Item>
      </Flex>
      <Table
        aria-label={t('prevention.censusSheet.lines')}
        size="small"
        rowKey={keyOf}
        dataSource={lines}
        pagination={false}
        columns={[
          {
            key: 'species',
            title: text('species'),
            render: (_, line) => speciesOf(line.species),
            onCell: (line, at) => ({
              rowSpan: (at ?? 0) % 5 === 0 ? 5 : 0,
              style: { background: line.species === 'sheep' ? token.colorFillQuaternary : undefined },
            }),
          },
          { key: 'stage', title: text('stage'), render: (_, line) => stageOf(line.stage) },
          {
            key: 'tagged',
            title: t('prevention.censusSheet.taggedSeen'),
            align: 'end',
            render: (_, line) => (
              <span>
                {line.tagged}
                {line.tagged !== line.system && (
                  <Typography.Text type="secondary">{` / ${line.system}`}</Typography.Text>
                )}
              </span>
            ),
          },
          {
            key: 'untagged',
            title: t('prevention.censusSheet.untagged'),
            width: 130,
            render: (_, line) => (
              <InputNumber
                aria-label={`${stageOf(line.stage)} ${t('prevention.censusSheet.untagged')}`}
                min={0}
                precision={0}
                value={line.untagged}
                onChange={typed((value) => setUntagged((was) => ({ ...was, [keyOf(line)]: value ?? 0 })))}
                style={{ width: '100%' }}
              />
            ),
          },
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={2}>
              <b>{text('total')}</b>
            </Table.Summary.Cell>
            <Table.Summary.Cell index={2} align="end">
              <b>{sum('tagged')}</b>
            </Table.Summary.Cell>
            <Table.Summary.Cell index={3}>
              <b>{sum('untagged')}</b>
            </Table.Summary.Cell>
          </Table.Summary.Row>
        )}
      />
      <Form.Item
        label={`${t('prevention.censusSheet.missing')} (${missing.length})`}
        htmlFor="sheet-missing"
        style={{ marginBlockStart: 16 }}
        extra={text('missingNote')}
      >
        <Select<string[]>
          id="sheet-missing"
          mode="multiple"
          value={missing}
          options={known.animals.map((one) => ({ value: one.earTag, label: `${one.earTag} · ${stageOf(one.stage)}` }))}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={text('missingChoose')}
          onChange={typed(setMissing)}
        />
      </Form.Item>
      <Form.Item
        label={`${t('prevention.censusSheet.foreign')} (${foreign.length})`}
        htmlFor="sheet-foreign"
        extra={text('foreignNote')}
      >
        <Select<string[]>
          id="sheet-foreign"
          mode="tags"
          value={foreign}
          tokenSeparators={[' ', ',', '\n']}
          onChange={typed((tags) => setForeign(tags.map((tag) => tag.trim()).filter(Boolean)))}
        />
      </Form.Item>
      <Form.Item label={t('prevention.censusSheet.photoIds')}>
        <AttachmentsField
          bizType="prevention.censusSheet"
          accept="image/*"
          value={photoIds}
          onChange={typed(setPhotoIds)}
        />
      </Form.Item>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <Typography.Text>{text('heads', { n: sum('tagged') + sum('untagged') })}</Typography.Text>
        <Space>
          <Button onClick={onLeave}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {t('prevention.censusSheet._count')}
          </Button>
        </Space>
      </Flex>
    </Form>
  );
}
