import { Flex } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { moveDept, type SysDept, sysDept } from '#modules/platform/contract/account/sys-dept.ts';
import { DragHandle, type DropPlace, RowDrag } from '../common/row-drag.tsx';
import { UserChoice } from '../common/user-choice.tsx';

export default function DepartmentPage() {
  const t = useT();
  const changed = useChanged(sysDept);
  const mayEdit = useCan('sys:dept:edit');
  const { search } = usePage();
  // The same rows the list shows, asked for once.
  const list = useResourceList(sysDept, { whole: true });
  const drop = async (from: number, to: number, place: DropPlace) => {
    const rows = list.rows as unknown as readonly SysDept[];
    const moved = rows.find((row) => row.id === from);
    const target = rows.find((row) => row.id === to);
    if (!moved || !target) return;
    const parentId = place === 'into' ? target.id : target.parentId;
    const brothers = rows.filter((row) => row.parentId === parentId && row.id !== from);
    const next = brothers[brothers.findIndex((row) => row.id === to) + 1];
    const beforeId = place === 'before' ? to : place === 'after' ? (next?.id ?? null) : null;
    await call(moveDept, { body: { id: from, version: moved.version, parentId, beforeId } });
    await changed();
    notify('success', t('platform.sysDept.moved'));
  };
  const leaderName = (userId: unknown) => {
    const rows = list.rows as unknown as readonly SysDept[];
    return rows.find((row) => row.leaderUserId === userId)?.leaderName ?? null;
  };
  return (
    <RowDrag isTree onDrop={(from, to, place) => void drop(from, to, place).catch(() => {})}>
      <ResourcePage
        resource={sysDept}
        tree="parentId"
        cells={{
          orderNum: (row) => (
            <Flex justify="end" align="center">
              {mayEdit && !search.get('sort') && <DragHandle id={row.id} title={t('platform.sysDept.drag')} />}
              <span>{row.orderNum}</span>
            </Flex>
          ),
        }}
        form={{
          initial: { status: 'enabled' },
          body: (form, formId) => (
            <>
              <PlainFields form={form} formId={formId} but={['leaderUserId']} />
              <OwnField form={form} formId={formId} name="leaderUserId">
                <UserChoice
                  id={`${formId}-leaderUserId`}
                  principalId={form.values.principalId as number | null}
                  value={form.values.leaderUserId as number | null}
                  valueName={leaderName(form.values.leaderUserId)}
                  onChange={(userId) => form.set('leaderUserId', userId)}
                />
              </OwnField>
            </>
          ),
        }}
      />
    </RowDrag>
  );
}
