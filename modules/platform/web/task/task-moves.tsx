import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { moveTask, type Task, type TaskMove } from '#modules/platform/contract/task/tasks.ts';
import { PeopleSelect } from '../common/people-select.tsx';
import { noticeFiles } from '../notice/notice-files.ts';

export const tasksKey = ['platform.tasks'] as const;
const ownPage = '/anm/task/manage';

interface More {
  assigneeId?: number;
  result?: string;
  fileIds?: number[];
}

export type TaskMoves = ReturnType<typeof useTaskMoves>;

/** The steps of a task as its row offers them; those that ask for something open a dialog first. */
export function useTaskMoves() {
  const t = useT();
  const client = useQueryClient();
  const { modal } = App.useApp();
  const { openPage } = usePage();
  const [asked, setAsked] = useState<{ task: Task; name: 'assign' | 'finish' } | null>(null);
  const work = useMutation({
    mutationFn: ({ task, name, more }: { task: Task; name: TaskMove; more?: More }) =>
      call(moveTask, { body: { id: task.id, version: task.version, name, ...more } }),
    onSuccess: () => {
      notify('success', t('ok.done'));
      setAsked(null);
    },
    onError: (error) => {
      // Somebody was quicker: what the row offers must be asked again.
      if (error instanceof ApiError && error.code !== 422) setAsked(null);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: tasksKey });
      void client.invalidateQueries({ queryKey: ['bell', 'tasks'] });
    },
  });
  const run = (task: Task, name: TaskMove) => {
    if (name === 'assign' || name === 'finish') setAsked({ task, name });
    else if (name === 'cancel')
      void modal.confirm({
        title: t('kit.transitionOne', { label: t('platform.sysTask._cancel'), name: task.taskName }),
        okButtonProps: { danger: true },
        onOk: () => work.mutateAsync({ task, name }).catch(() => {}),
      });
    else work.mutate({ task, name });
  };
  const actionsOf = (task: Task): Action[] => [
    ...(task.linkPath !== ownPage && ['open', 'claimed'].includes(task.status)
      ? [{ key: 'go', label: t('platform.taskPage.go'), run: () => openPage(task.linkPath) }]
      : []),
    ...task._can.map((name) => ({
      key: name,
      label: t.any(`platform.sysTask._${name}`),
      danger: name === 'cancel',
      run: () => run(task, name as TaskMove),
    })),
  ];
  return {
    actionsOf,
    asked,
    isBusy: work.isPending,
    close: () => setAsked(null),
    send: (more: More) => asked && work.mutate({ ...asked, more }),
  };
}

export function TaskDialogs({ moves }: { readonly moves: TaskMoves }) {
  return moves.asked && <Dialog key={moves.asked.task.id} moves={moves} asked={moves.asked} />;
}

function Dialog({ moves, asked }: { readonly moves: TaskMoves; readonly asked: NonNullable<TaskMoves['asked']> }) {
  const t = useT();
  const id = useId();
  const [people, setPeople] = useState<readonly number[]>([]);
  const [result, setResult] = useState('');
  const [fileIds, setFileIds] = useState<number[]>([]);
  const isAssign = asked.name === 'assign';
  const isReady = isAssign ? people.length > 0 : result.trim() !== '';
  return (
    <Modal
      open
      title={`${t.any(`platform.sysTask._${asked.name}`)}: ${asked.task.taskName}`}
      onCancel={moves.close}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={moves.isBusy}
      onOk={() => moves.send(isAssign ? { assigneeId: people[0] as number } : { result: result.trim(), fileIds })}
    >
      <Form layout="vertical">
        {isAssign ? (
          <Form.Item label={t('platform.taskPage.person')} htmlFor={`${id}-person`} required>
            <PeopleSelect id={`${id}-person`} isSingle value={people} onChange={setPeople} />
          </Form.Item>
        ) : (
          <>
            <Form.Item label={t('platform.taskPage.result')} htmlFor={`${id}-result`} required>
              <Input.TextArea
                id={`${id}-result`}
                rows={3}
                maxLength={2000}
                value={result}
                onChange={(event) => setResult(event.target.value)}
              />
            </Form.Item>
            <Form.Item label={t('platform.taskPage.photos')}>
              <AttachmentsField {...noticeFiles} value={fileIds} onChange={setFileIds} accept="image/*" />
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  );
}
