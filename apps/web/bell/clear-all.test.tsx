import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { setApiPorts } from '#kit/web/api/ports.ts';
import { Router } from '#kit/web/router.tsx';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import type { UserInfo } from '#modules/platform/contract/auth/session.ts';
import { useSessionStore } from '../session/session-store.ts';
import { Bell } from './bell.tsx';

vi.mock('../pages.ts', () => ({ pages: new Map(), ownPaths: new Set() }));

const notice = (id: number, needReceipt: boolean) => ({
  ...{ noticeId: id, noticeReceiverId: id, title: `t${id}`, content: '', noticeDate: '2026-10-15T08:00:00+08:00' },
  ...{ animalNumber: null, icon: null, type: 'notice', level: 'normal', isRead: 0, readTime: null, needReceipt },
  ...{ receiptBefore: null, receiptTime: null, linkPath: null, sender: null },
});
const toast = vi.fn();

beforeEach(() => {
  toast.mockClear();
  setApiPorts({ toast });
  useSessionStore.setState({ user: { userId: 7, pages: [] } as unknown as UserInfo, phase: 'ready' });
});

async function clear(list: ReturnType<typeof notice>[]) {
  const due = list.filter((one) => one.needReceipt).length;
  fakeServer({
    'POST sys/notice/info/list': () => ({ data: { list, total: list.length, unread: {} } }),
    'POST sys/notice/info/update': () => ({ data: { updated: list.length, receiptsDue: due } }),
  });
  renderPage(
    <Router>
      <Bell />
    </Router>,
    { actions: ['sys:notice:info:list'] },
  );
  await userEvent.click(await screen.findByRole('button', { name: `通知与待办，${list.length} 条` }));
  await userEvent.click(await screen.findByRole('button', { name: '清空' }));
  await waitFor(() => expect(toast).toHaveBeenCalled());
}

describe('clearing all notices', () => {
  it('says how many stay, and that they wait for a receipt', async () => {
    await clear([notice(1, false), notice(2, true), notice(3, true)]);
    expect(toast).toHaveBeenCalledWith('info', '其余已读；还有 2 条需要您回执，回执后才会移出');
    expect(screen.queryByText('t1')).toBeNull();
    expect(screen.getByText('t2')).toBeInTheDocument();
  });

  it('says all read only where nothing stays', async () => {
    await clear([notice(1, false)]);
    expect(toast).toHaveBeenCalledWith('success', '全部已读');
  });
});
