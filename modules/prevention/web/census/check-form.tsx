import { useQueryClient } from '@tanstack/react-query';
import { Alert, Checkbox, Descriptions, Flex, Modal, Select, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import {
  type CensusSheet,
  censusRound,
  censusSheet,
  checkSheets,
  type missingReasons,
  type SheetLine,
} from '#modules/prevention/contract/census/census.ts';
import { useLabel } from '../outbreak/names.tsx';

type Reason = (typeof missingReasons)[number];
interface Word {
  readonly reason: Reason;
  readonly act: boolean;
}

interface Props {
  readonly sheet: CensusSheet;
  onClose(): void;
}

/** R40: a word on each tag that was not seen, and what it says may be done at once. */
export function CheckForm({ sheet, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const mayChange = useCan('pri:animal:change');
  const reasons = useDict('census_sheet_missing_reason').options;
  const stageOf = useLabel('stage');
  const speciesOf = useLabel('species');
  const [words, setWords] = useState<Record<string, Word>>({});
  const [busy, setBusy] = useState(false);
  const missing = sheet.missing as string[];
  const lines = sheet.lines as SheetLine[];
  const text = useTexts('prevention.censusPage');
  const label = useTexts('prevention.censusSheet');
  const isComplete = missing.every((tag) => words[tag]);
  const save = async () => {
    setBusy(true);
    try {
      const [answer] = await call(checkSheets, { body: { items: [{ id: sheet.id, version: sheet.version }], words } });
      // Refused too: what is in the list may not be what was looked at.
      await client.invalidateQueries({ queryKey: resourceKey(censusSheet) });
      if (!answer?.ok) return notify('error', answer?.msg ?? '');
      notify('success', text('checked'));
      await client.invalidateQueries({ queryKey: resourceKey(censusRound) });
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={720}
      title={
        <span>
          {text('checkTitle')} <span data-record>{sheet.principalIdName}</span>
        </span>
      }
      onCancel={onClose}
      onOk={() => void save()}
      okText={t('prevention.censusSheet._check')}
      okButtonProps={{ disabled: !isComplete || sheet.mine }}
      confirmLoading={busy}
    >
      {sheet.mine && <Alert type="warning" showIcon title={label('samePerson')} style={{ marginBlockEnd: 12 }} />}
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 3 }}
        items={[
          {
            key: 'seen',
            label: `${label('taggedSeen')} / ${label('taggedSystem')}`,
            children: `${sheet.taggedSeen} / ${sheet.taggedSystem}`,
          },
          { key: 'untagged', label: label('untagged'), children: sheet.untagged },
          {
            key: 'difference',
            label: label('difference'),
            children: (
              <Typography.Text {...(sheet.differs && { type: 'danger' as const })}>{sheet.difference}</Typography.Text>
            ),
          },
          { key: 'by', label: label('countedByName'), children: <span data-record>{sheet.countedByName}</span> },
          { key: 'on', label: label('countedOn'), children: sheet.countedOn },
          { key: 'before', label: label('stockBefore'), children: sheet.stockBefore },
        ]}
      />
      <Table
        aria-label={label('lines')}
        size="small"
        rowKey={(line) => `${line.species} ${line.stage}`}
        dataSource={lines}
        pagination={false}
        scroll={{ y: 220 }}
        style={{ marginBlock: 12 }}
        columns={[
          { key: 'species', title: text('species'), render: (_, line) => speciesOf(line.species) },
          { key: 'stage', title: text('stage'), render: (_, line) => stageOf(line.stage) },
          { key: 'tagged', title: label('taggedSeen'), dataIndex: 'tagged', align: 'end' },
          { key: 'untagged', title: label('untagged'), dataIndex: 'untagged', align: 'end' },
        ]}
      />
      {missing.length > 0 && (
        <Flex vertical gap={8}>
          <Typography.Text strong>{text('wordEach', { n: missing.length })}</Typography.Text>
          {missing.map((tag) => {
            const word = words[tag];
            const canAct = word?.reason === 'sold' || word?.reason === 'dead';
            return (
              <Flex key={tag} gap={10} align="center" wrap>
                <Typography.Text data-record style={{ width: 150, fontVariantNumeric: 'tabular-nums' }}>
                  {tag}
                </Typography.Text>
                <Select<Reason>
                  aria-label={`${tag} ${label('missingWords')}`}
                  value={word?.reason ?? null}
                  placeholder={t('kit.choose')}
                  options={reasons.map((one) => ({ value: one.dictValue as Reason, label: one.dictLabel }))}
                  onChange={(reason) =>
                    setWords((was) => ({
                      ...was,
                      [tag]: { reason, act: mayChange && (reason === 'sold' || reason === 'dead') },
                    }))
                  }
                  style={{ width: 150 }}
                />
                {canAct && mayChange && word && (
                  <Checkbox
                    checked={word.act}
                    onChange={(event) => setWords((was) => ({ ...was, [tag]: { ...word, act: event.target.checked } }))}
                  >
                    {text(word.reason === 'sold' ? 'doSold' : 'doDead')}
                  </Checkbox>
                )}
                {word?.reason === 'tagLost' && (
                  <PageLink to={`/pri/animal/tagReplace?tag=${tag}`}>{text('doTag')}</PageLink>
                )}
              </Flex>
            );
          })}
        </Flex>
      )}
    </Modal>
  );
}
