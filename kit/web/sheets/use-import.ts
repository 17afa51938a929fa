import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { AnyResource } from '#kit/contract/resource.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { isOver, type Job, jobsKey } from '#kit/web/jobs/job-port.ts';
import { useJob } from '#kit/web/jobs/use-job.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';

type Mode = 'check' | 'commit';
type Ask = { mode: Mode; file: File; again?: boolean };

export type ImportStep = 'file' | 'check' | 'save';

export interface Import {
  readonly step: ImportStep;
  /** The job of the step, as far as it is known. */
  readonly job: Job | undefined;
  readonly isBusy: boolean;
  readonly file: File | null;
  choose(file: File | null): void;
  check(): void;
  save(): void;
}

/** The way of a file into a list: chosen, checked without writing, saved. */
export function useImport(resource: AnyResource): Import {
  const t = useT();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const changed = useChanged(resource);
  const [file, setFile] = useState<File | null>(null);
  const [started, setStarted] = useState<{ mode: Mode; id: number } | null>(null);
  const key = useRef(newKey());
  const job = useJob(started?.id ?? null);

  const start = useMutation({
    mutationFn: ({ mode, file: sent, again }: Ask) =>
      call(callOf(resource, 'import'), {
        file: sent,
        body: { mode, ...(again && { again: 'true' }) },
        idempotencyKey: key.current,
        quiet: true,
      }),
    onSuccess: ({ jobId }, { mode }) => {
      key.current = newKey();
      setStarted({ mode, id: jobId });
      void client.invalidateQueries({ queryKey: jobsKey, exact: true });
    },
    onError: async (error, ask) => {
      if (!(error instanceof ApiError) || error.code === 401) return;
      // A lost connection keeps its key: the file may have arrived.
      if (error.code !== 0) key.current = newKey();
      if (error.bizCode !== 'import.again') return notify('error', error.message);
      if (await modal.confirm({ title: error.message, okText: t('sheet.againOk') }))
        start.mutate({ ...ask, again: true });
    },
  });

  const savedId = started?.mode === 'commit' && job && isOver(job) ? job.id : null;
  const tell = useRef(changed);
  useEffect(() => {
    tell.current = changed;
  });
  useEffect(() => {
    if (savedId !== null) void tell.current();
  }, [savedId]);

  const begin = (mode: Mode) => file && start.mutate({ mode, file });
  return {
    step: started === null ? 'file' : started.mode === 'check' ? 'check' : 'save',
    job: started && job?.id === started.id ? job : undefined,
    isBusy: start.isPending,
    file,
    choose: (chosen) => {
      key.current = newKey();
      setStarted(null);
      setFile(chosen);
    },
    check: () => begin('check'),
    save: () => begin('commit'),
  };
}
