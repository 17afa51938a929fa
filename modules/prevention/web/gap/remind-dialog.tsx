import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, DatePicker, Flex, Form, Input, Modal, Select, Typography } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import type { DataOf, QueryOf } from '#kit/contract/endpoint.ts';
import { ApiError, call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { type GapSubject, gapOrder, gapProposal, orderGap } from '#modules/prevention/contract/gap/gap-order.ts';
import { currentSeason } from '#modules/prevention/contract/season/season.ts';
import { numberText, todayInChina } from '../common/days.ts';
import { CauseTags } from './cause-tags.tsx';
import { GapLines } from './gap-lines.tsx';
import { GapTag } from './gap-tag.tsx';

type Proposal = DataOf<typeof gapProposal>;

interface Props {
  readonly subject: GapSubject;
  readonly alarmId?: number | undefined;
  onClose(isDone: boolean): void;
}

/** 催办 / 派办: whom to ask, until when, with the list of what is missing. One dialog wherever a gap is shown. */
export function RemindDialog({ subject, alarmId, onClose }: Props) {
  useReturnFocus();
  const text = useTexts('prevention.gapPage');
  const query = subject as QueryOf<typeof gapProposal>;
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(gapOrder), 'proposal', query],
    queryFn: () => call(gapProposal, { query, quiet: true }),
    gcTime: 0,
  });
  if (data) return <Ask data={data} subject={subject} alarmId={alarmId} onClose={onClose} />;
  return (
    <Modal open title={text('remind')} footer={null} onCancel={() => onClose(false)}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Waiting />}
    </Modal>
  );
}

interface SeasonProps extends Pick<Props, 'alarmId' | 'onClose'> {
  readonly subjectKind: GapSubject['subjectKind'];
  readonly subjectId: number;
}

/** The same about what the season that goes on has left undone, for pages that know of no season. */
export function RemindOfSeason({ subjectKind, subjectId, alarmId, onClose }: SeasonProps) {
  const text = useTexts('prevention.gapPage');
  const { data, isError } = useQuery({
    queryKey: ['prevention.currentSeason'],
    queryFn: () => call(currentSeason, { query: {}, quiet: true }),
    retry: false,
  });
  if (data)
    return (
      <RemindDialog
        subject={{ source: 'season', seasonId: data.id, subjectKind, subjectId }}
        alarmId={alarmId}
        onClose={onClose}
      />
    );
  return (
    <Modal open title={text('remind')} footer={null} onCancel={() => onClose(false)}>
      {isError ? <Alert type="info" showIcon title={text('noSeason')} /> : <Waiting />}
    </Modal>
  );
}

const station = 0;

function Ask({ data, subject, alarmId, onClose }: Props & { readonly data: Proposal }) {
  const t = useT();
  const id = useId();
  const client = useQueryClient();
  const text = useTexts('prevention.gapPage');
  const [staffId, setStaffId] = useState(data.people.find((one) => one.isOwn)?.staffId ?? station);
  const [dueOn, setDueOn] = useState(data.dueOn);
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const chosen = data.people.find((one) => one.staffId === staffId);
  const isAssign = chosen !== undefined && !chosen.isOwn;
  const send = async () => {
    setBusy(true);
    try {
      const body = { ...subject, staffId: staffId || null, dueOn, words: words || null, alarmId: alarmId ?? null };
      const { msg } = await callEnvelope(orderGap, { body });
      notify('success', msg || t('ok.done'));
      await client.invalidateQueries({ queryKey: resourceKey(gapOrder) });
      onClose(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const isPointless = data.open !== null || data.remaining === 0;
  const notes = [
    ...(isAssign ? [text('assignNote', { name: chosen.name })] : []),
    ...(chosen && !chosen.hasAccount ? [text('noAccount', { name: chosen.name })] : []),
  ];
  return (
    <Modal
      open
      width="min(760px, 100vw)"
      title={<span data-record>{`${text(isAssign ? 'assign' : 'remind')} · ${data.subjectName}`}</span>}
      okText={text(isAssign ? 'assign' : 'remind')}
      okButtonProps={{ disabled: isPointless }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      <Flex vertical gap={12}>
        <Flex gap={16} wrap align="baseline">
          <Typography.Text strong style={{ fontSize: 18 }}>
            {text('missing', { n: numberText(data.remaining) })}
          </Typography.Text>
          <Typography.Text type="secondary" data-record>
            {data.regionName}
          </Typography.Text>
          <CauseTags causes={data.causes} isVillage={data.regionName.split(' ').length > 4} />
        </Flex>
        {data.open && (
          <Alert
            type="info"
            showIcon
            title={
              <Flex gap={8} wrap>
                {text('askedAlready')}
                <GapTag state={data.open} />
              </Flex>
            }
          />
        )}
        {!isPointless && (
          <Form layout="vertical">
            <Flex gap={16} wrap>
              <Form.Item label={text('toWhom')} htmlFor={`${id}-who`} required style={{ flex: '1 1 260px' }}>
                <Select<number>
                  id={`${id}-who`}
                  value={staffId}
                  onChange={setStaffId}
                  showSearch={{ optionFilterProp: 'label' }}
                  options={[
                    ...data.people.map((one) => ({
                      value: one.staffId,
                      label: one.isOwn ? `${one.name} · ${text('responsible')}` : one.name,
                    })),
                    { value: station, label: data.station?.name ?? text('station') },
                  ]}
                />
              </Form.Item>
              <Form.Item label={text('untilWhen')} htmlFor={`${id}-due`} required style={{ flex: '1 1 180px' }}>
                <DatePicker
                  id={`${id}-due`}
                  style={{ width: '100%' }}
                  allowClear={false}
                  value={dayjs(dueOn)}
                  minDate={dayjs(todayInChina())}
                  onChange={(day) => day && setDueOn(day.format('YYYY-MM-DD'))}
                />
              </Form.Item>
            </Flex>
            {notes.length > 0 && <Alert type="warning" showIcon title={notes.join(' ')} style={{ marginBottom: 12 }} />}
            <Form.Item label={text('words')} htmlFor={`${id}-words`} style={{ marginBottom: 0 }}>
              <Input.TextArea
                id={`${id}-words`}
                rows={2}
                maxLength={500}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            </Form.Item>
          </Form>
        )}
        <GapLines
          title={`${data.subjectName} ${text('list')}`}
          lines={data.lines}
          young={data.young}
          kind={subject.subjectKind}
        />
      </Flex>
    </Modal>
  );
}
