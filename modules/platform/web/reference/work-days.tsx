import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Drawer, Flex, Input, InputNumber, Segmented, Table, Tag, Typography } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import {
  listWorkDays,
  type SaidWorkDay,
  saveWorkDays,
  type WorkDay,
} from '#modules/platform/contract/reference/work-day.ts';

const key = ['platform.workDays'];

/** Holidays and weekends that are worked: entered as ranges, the way they are published. */
export function WorkDays({ onClose }: { onClose(): void }) {
  const t = useT();
  const text = useTexts('platform.workDays');
  const mayEdit = useCan('sys:param:edit');
  const client = useQueryClient();
  const [year, setYear] = useState(() => new Date().getFullYear());
  const query = useQuery({
    queryKey: [...key, year],
    queryFn: () => call(listWorkDays, { query: { year }, quiet: true }),
  });
  const saving = useMutation({
    mutationFn: (days: SaidWorkDay[]) => call(saveWorkDays, { body: { days } }),
    onSuccess: () => notify('success', t('ok.saved')),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return (
    <Drawer open size={640} title={text('title')} onClose={onClose}>
      <Flex vertical gap={12}>
        <Flex gap={8} align="center" wrap>
          <InputNumber
            aria-label={text('year')}
            min={2020}
            max={2100}
            value={year}
            onChange={(value) => value && setYear(value)}
          />
          <Typography.Text type="secondary">{text('hint')}</Typography.Text>
        </Flex>
        {mayEdit && <NewDays isSaving={saving.isPending} onSave={(days) => saving.mutate(days)} />}
        {query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data ? (
          <Table<WorkDay>
            size="small"
            rowKey="day"
            pagination={false}
            dataSource={query.data}
            columns={[
              { key: 'day', title: text('day'), dataIndex: 'day' },
              {
                key: 'isWork',
                title: text('kind'),
                render: (_, row) => (
                  <Tag color={row.isWork ? 'orange' : 'green'}>{text(row.isWork ? 'work' : 'holiday')}</Tag>
                ),
              },
              { key: 'name', title: text('name'), dataIndex: 'name' },
              {
                key: 'own',
                title: '',
                render: (_, row) =>
                  row.own && mayEdit ? (
                    <TextButton danger onClick={() => saving.mutate([{ ...only(row), isWork: null }])}>
                      {t('kit.remove')}
                    </TextButton>
                  ) : null,
              },
            ]}
          />
        ) : (
          <Waiting />
        )}
      </Flex>
    </Drawer>
  );
}

const only = ({ day, name }: WorkDay) => ({ day, name });

interface NewProps {
  readonly isSaving: boolean;
  onSave(days: { day: string; isWork: boolean; name: string }[]): void;
}

function NewDays({ isSaving, onSave }: NewProps) {
  const t = useT();
  const text = useTexts('platform.workDays');
  const [range, setRange] = useState<readonly [Dayjs, Dayjs] | null>(null);
  const [isWork, setWork] = useState(false);
  const [name, setName] = useState('');
  const save = () => {
    if (!range) return;
    const days = Array.from({ length: Math.min(60, range[1].diff(range[0], 'day') + 1) }, (_, n) =>
      range[0].add(n, 'day').format('YYYY-MM-DD'),
    );
    onSave(days.map((day) => ({ day, isWork, name: name.trim() })));
    setRange(null);
  };
  return (
    <Flex gap={8} wrap>
      <DatePicker.RangePicker
        value={range as [Dayjs, Dayjs] | null}
        onChange={(next) => setRange(next?.[0] && next[1] ? [next[0], next[1]] : null)}
      />
      <Segmented
        value={isWork ? 'work' : 'holiday'}
        onChange={(next) => setWork(next === 'work')}
        options={(['holiday', 'work'] as const).map((value) => ({ value, label: text(value) }))}
      />
      <Input
        aria-label={text('name')}
        placeholder={text('name')}
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
        style={{ width: 140 }}
      />
      <Button type="primary" loading={isSaving} disabled={!range || name.trim() === ''} onClick={save}>
        {t('kit.save')}
      </Button>
    </Flex>
  );
}
