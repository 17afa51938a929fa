import { ReloadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import {
  orderDictData,
  refreshDictionaries,
  type SysDictData,
  sysDictData,
} from '#modules/platform/contract/reference/sys-dict-data.ts';
import { DragHandle, type DropPlace, RowDrag, reordered } from '../common/row-drag.tsx';

export default function DictDataPage() {
  const t = useT();
  const client = useQueryClient();
  const changed = useChanged(sysDictData);
  const { search } = usePage();
  const mayEdit = useCan('sys:dict:edit');
  const dictCode = search.get('dictCode') ?? '';
  const refresh = async () => {
    await call(refreshDictionaries, { body: {} });
    await client.invalidateQueries({ queryKey: ['lookup', 'dict'] });
    notify('success', t('platform.sysDictData.refreshed'));
  };
  // The same rows the list shows, asked for once.
  const list = useResourceList(sysDictData);
  const drop = async (from: number, to: number, place: DropPlace) => {
    const own = list.rows.filter((row) => row._can.includes('edit')).map((row) => row.id);
    if (!own.includes(from) || !own.includes(to)) return notify('warning', t('platform.sysDictData.notYours'));
    await call(orderDictData, { body: { dictCode, idArr: reordered(own, from, to, place) } });
    await changed();
    notify('success', t('platform.sysDictData.ordered'));
  };
  // Rows of several types have no common order, and the server numbers what it gets from the start: it must get all.
  const isWhole = list.rows.length === list.total && Object.keys(list.filters).every((name) => name === 'dictCode');
  const isOrdered = mayEdit && dictCode !== '' && !search.get('sort') && isWhole;
  return (
    <RowDrag onDrop={(from, to, place) => void drop(from, to, place).catch(() => {})}>
      <ResourcePage
        resource={sysDictData}
        cells={{
          tenantNo: (row) => (
            <Tag color={row.tenantNo === 0 ? 'default' : 'processing'}>
              {t.any(row.tenantNo === 0 ? 'platform.sysDictData.common' : 'platform.sysDictData.own')}
            </Tag>
          ),
          orderNum: (row) => <Order row={row} isOrdered={isOrdered} />,
        }}
        extra={() =>
          mayEdit && (
            <Button icon={<ReloadOutlined aria-hidden />} onClick={() => void refresh().catch(() => {})}>
              {t('platform.sysDictData.refresh')}
            </Button>
          )
        }
        form={{ initial: { dictCode: dictCode || null, status: 'enabled' } }}
      />
    </RowDrag>
  );
}

function Order({ row, isOrdered }: { readonly row: SysDictData; readonly isOrdered: boolean }) {
  const t = useT();
  return (
    <Flex justify="end" align="center">
      {isOrdered && row._can.includes('edit') && <DragHandle id={row.id} title={t('platform.sysDictData.drag')} />}
      <span>{row.orderNum}</span>
    </Flex>
  );
}
