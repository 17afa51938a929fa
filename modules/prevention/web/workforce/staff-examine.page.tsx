import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Dropdown, Tabs } from 'antd';
import { useEffect } from 'react';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type StaffExamine, staffExamine } from '#modules/prevention/contract/workforce/staff-examine.ts';
import { ApplyDrawer, type ApplyKind, applyKinds } from './apply-drawer.tsx';
import { ExamineDrawer } from './examine-drawer.tsx';

/** 人员审核: who is to be taken on, moved or let go; what waits first. */
export default function StaffExaminePage() {
  const url = useUrlState();
  const text = useTexts('prevention.examinePage');
  const mayApply = useCan('ant:staff:apply');
  const transition = useResourceTransition(staffExamine);
  const tab = url.get('tab') ?? (url.get('isOpen') === 'false' ? 'done' : 'pending');
  const choose = (key: string) =>
    url.set({ tab: key, isOpen: key === 'pending' ? 'true' : 'false', status: null, pageNum: null });
  const isBare = url.get('isOpen') === null && url.get('status') === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits is what somebody comes for, unless the address says otherwise
  useEffect(() => {
    if (isBare) url.set({ isOpen: tab === 'done' ? 'false' : 'true' }, { replace: true });
  }, [isBare, tab]);
  const { data: waiting = 0 } = useQuery({
    queryKey: [...resourceKey(staffExamine), 'waiting'],
    queryFn: async () =>
      (
        await callEnvelope(callOf(staffExamine, 'list'), {
          query: { status: 'pending', pageSize: '1' },
          quiet: true,
        })
      ).total ?? 0,
  });
  const asked = Number(url.get('examine')) || null;
  const examined = useResourceDetail(staffExamine, asked).row as StaffExamine | undefined;
  const open = (id: number | null) => url.set({ examine: id === null ? null : String(id) }, { replace: id === null });
  const apply = url.get('apply') as ApplyKind | null;
  return (
    <>
      <Tabs
        size="small"
        activeKey={tab}
        onChange={choose}
        items={[
          {
            key: 'pending',
            label: (
              <Badge count={waiting} size="small" offset={[8, -2]}>
                {text('pending')}
              </Badge>
            ),
          },
          { key: 'done', label: text('done') },
        ]}
      />
      <ListPage
        resource={staffExamine}
        isOwn={false}
        onForm={() => undefined}
        actions={(row) => [
          {
            key: 'examine',
            label: text(row._can.includes('approve') ? 'examine' : 'view'),
            run: () => open(row.id),
          },
        ]}
        extra={() =>
          mayApply && (
            <Dropdown
              menu={{
                items: applyKinds.map((kind) => ({ key: kind, label: text(kind) })),
                onClick: ({ key }) => url.set({ apply: key }),
              }}
            >
              <Button type="primary" icon={<PlusOutlined aria-hidden />}>
                {text('apply')}
              </Button>
            </Dropdown>
          )
        }
      />
      {examined && asked !== null && (
        <ExamineDrawer
          key={examined.version}
          row={examined}
          onDecide={(name) => transition.ask(name, [examined as never])}
          onClose={() => open(null)}
        />
      )}
      {transition.asked && <TransitionDialog transition={transition} />}
      {apply && applyKinds.includes(apply) && (
        <ApplyDrawer
          kind={apply}
          staffId={Number(url.get('staffId')) || null}
          village={Number(url.get('village')) || null}
          onClose={() => url.set({ apply: null, staffId: null, village: null }, { replace: true })}
        />
      )}
    </>
  );
}
