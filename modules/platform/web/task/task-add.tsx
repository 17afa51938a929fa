import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Drawer, Flex, Form, Input, Radio, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { timeFormat, toWire } from '#kit/web/ui/times.ts';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { addTask } from '#modules/platform/contract/task/tasks.ts';
import { PeopleSelect } from '../common/people-select.tsx';
import { useRoles } from '../common/role-select.ts';
import { noticeFiles } from '../notice/notice-files.ts';
import { tasksKey } from './task-moves.tsx';

const region = field.region();

/** Work for people, or for everybody of a role in a region: one task for each of them. */
export function TaskAdd({ onClose }: { onClose(): void }) {
  const t = useT();
  const text = useTexts('platform.taskPage');
  const id = useId();
  const client = useQueryClient();
  const confirmLeave = useConfirmLeave();
  const options = (code: string, rows: ReturnType<typeof useDict>) =>
    rows.options.map((one) => ({ value: one.dictValue, label: one.dictLabel, key: code + one.dictValue }));
  const types = options('t', useDict('task_type'));
  const priorities = options('p', useDict('task_priority'));
  const roles = useRoles();
  const [form, setForm] = useState({
    taskName: '',
    taskType: 'other',
    priority: '3' as '1' | '2' | '3' | '4',
    content: '',
  });
  const [dueAt, setDueAt] = useState<Dayjs | null>(null);
  const [by, setBy] = useState<'people' | 'role'>('people');
  const [userIds, setUserIds] = useState<number[]>([]);
  const [regionCode, setRegionCode] = useState<number | null>(null);
  const [roleCode, setRoleCode] = useState<string | null>(null);
  const [fileIds, setFileIds] = useState<number[]>([]);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const set = (changes: Partial<typeof form>) => setForm((old) => ({ ...old, ...changes }));
  const whom = by === 'people' ? { userIds } : { regionCode: regionCode ?? 0, roleCode: roleCode ?? '' };
  const isReady = form.taskName.trim() !== '' && (by === 'people' ? userIds.length > 0 : regionCode && roleCode);
  const work = useMutation({
    mutationFn: () =>
      call(addTask, {
        body: {
          ...form,
          ...whom,
          ...(dueAt && { dueAt: toWire(dueAt) }),
          content: form.content.trim() || null,
          fileIds,
        },
      }),
    onSuccess: ({ created }) => {
      notify('success', text('created', { n: created }));
      void client.invalidateQueries({ queryKey: tasksKey });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblems(Object.fromEntries(error.errors.map((one) => [one.field, one.msg])));
    },
  });
  const isDirty =
    form.taskName !== '' ||
    form.content !== '' ||
    dueAt !== null ||
    userIds.length > 0 ||
    regionCode !== null ||
    roleCode !== null ||
    fileIds.length > 0;
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const problem = (name: string) => problems[name] && { validateStatus: 'error' as const, help: problems[name] };
  return (
    <Drawer
      open
      title={text('add')}
      size={520}
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Flex justify="end" gap={8}>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button type="primary" disabled={!isReady} loading={work.isPending} onClick={() => work.mutate()}>
            {t('kit.save')}
          </Button>
        </Flex>
      }
    >
      <Form layout="vertical">
        <Form.Item label={text('name')} htmlFor={`${id}-name`} required {...problem('taskName')}>
          <Input
            id={`${id}-name`}
            maxLength={100}
            value={form.taskName}
            onChange={(event) => set({ taskName: event.target.value })}
          />
        </Form.Item>
        <Flex gap={12}>
          <Form.Item label={text('type')} htmlFor={`${id}-type`} required style={{ flex: 1 }} {...problem('taskType')}>
            <Select
              id={`${id}-type`}
              options={types}
              value={form.taskType}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(taskType) => set({ taskType })}
            />
          </Form.Item>
          <Form.Item label={text('priority')} htmlFor={`${id}-priority`} required style={{ flex: 1 }}>
            <Select
              id={`${id}-priority`}
              options={priorities}
              value={form.priority}
              onChange={(priority) => set({ priority })}
            />
          </Form.Item>
        </Flex>
        <Form.Item label={text('due')} htmlFor={`${id}-due`}>
          <DatePicker
            id={`${id}-due`}
            showTime
            format={timeFormat}
            value={dueAt}
            onChange={setDueAt}
            style={{ width: '100%' }}
          />
        </Form.Item>
        <Form.Item label={text('whom')} required {...problem(by === 'people' ? 'userIds' : 'regionCode')}>
          <Flex vertical gap={8}>
            <Radio.Group
              value={by}
              onChange={(event) => setBy(event.target.value)}
              options={[
                { value: 'people', label: text('people') },
                { value: 'role', label: text('roleInRegion') },
              ]}
            />
            {by === 'people' ? (
              <PeopleSelect id={`${id}-people`} value={userIds} onChange={setUserIds} />
            ) : (
              <>
                <RegionField
                  id={`${id}-region`}
                  field={region}
                  value={regionCode}
                  onChange={setRegionCode}
                  onBlur={() => {}}
                  disabled={false}
                  invalid={false}
                  describedBy={undefined}
                />
                <Select
                  options={[...roles]}
                  value={roleCode}
                  onChange={setRoleCode}
                  placeholder={text('role')}
                  aria-label={text('role')}
                  showSearch={{ optionFilterProp: 'label' }}
                />
              </>
            )}
          </Flex>
        </Form.Item>
        <Form.Item label={text('content')} htmlFor={`${id}-content`}>
          <Input.TextArea
            id={`${id}-content`}
            rows={4}
            maxLength={2000}
            value={form.content}
            onChange={(event) => set({ content: event.target.value })}
          />
        </Form.Item>
        <Form.Item label={text('files')}>
          <AttachmentsField {...noticeFiles} value={fileIds} onChange={setFileIds} />
        </Form.Item>
      </Form>
    </Drawer>
  );
}
