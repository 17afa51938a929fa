import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { setApiPorts } from '#kit/web/api/ports.ts';
import { type Job, jobPort } from '#kit/web/jobs/job-port.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import JobsRing from './jobs-ring.tsx';

const running: Job = {
  id: 1,
  kind: 'export',
  title: 'Sample',
  status: 'running',
  total: 200,
  done: 60,
  failedRows: 0,
  percent: 30,
  message: null,
  hasResult: false,
  hasErrors: false,
  createdAt: '2026-11-15T09:30:00+08:00',
};
const toast = vi.fn();
let jobs: Job[] = [];
const port = {
  list: vi.fn(async () => jobs),
  get: vi.fn(),
  errors: vi.fn(),
  cancel: vi.fn(async () => null),
  save: vi.fn(async () => undefined),
};

beforeEach(() => {
  setApiPorts({ toast });
  jobPort.connect(port);
});
afterEach(() => {
  jobPort.connect(null);
  vi.clearAllMocks();
});

describe('the ring of jobs', () => {
  it('is not there without jobs, and does not ask again', async () => {
    jobs = [];
    renderPage(<JobsRing />);
    await waitFor(() => expect(port.list).toHaveBeenCalledTimes(1));
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    expect(port.list).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('follows a running job, lets it be cancelled, says when it is over and hands out the file', async () => {
    jobs = [running];
    renderPage(<JobsRing />);
    await userEvent.click(await screen.findByRole('button', { name: '后台任务，1 个进行中，30%' }));
    await userEvent.click(await screen.findByRole('button', { name: '取消任务' }));
    expect(port.cancel).toHaveBeenCalledWith(1);
    jobs = [{ ...running, status: 'succeeded', percent: 100, done: 200, hasResult: true }];
    const file = await screen.findByRole('button', { name: '下载结果' });
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', '「Sample」导出：已完成'));
    await userEvent.click(file);
    expect(port.save).toHaveBeenCalledWith(1, 'result');
    expect(screen.queryByRole('button', { name: '取消任务' })).toBeNull();
  });
});
