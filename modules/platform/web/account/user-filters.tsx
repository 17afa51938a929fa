import { SearchOutlined } from '@ant-design/icons';
import { Button, Flex, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import type { Filters, ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { DateRange } from '#kit/web/ui/range-inputs.tsx';
import type { SysRole } from '#modules/platform/contract/role/sys-role.ts';

interface Props {
  readonly list: ResourceList;
  readonly roles: readonly Pick<SysRole, 'id' | 'roleName'>[];
}

/** What is asked most often, in one line; Enter searches. */
export function UserFilters({ list, roles }: Props) {
  const t = useT();
  const statuses = useDict('user_status').options;
  const [typed, setTyped] = useState<Filters>(list.filters);
  // The tree, the counters and the back button change the address too: the line follows it.
  const address = JSON.stringify(list.filters);
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    setTyped(list.filters);
  }
  const change = (changes: Filters) => setTyped((old) => ({ ...old, ...changes }));
  const go = (changes: Filters) => list.search({ ...typed, ...changes });
  const labelled = useTexts('platform.sysUser');
  return (
    <Form role="search" aria-label={t('kit.search')} onFinish={() => list.search(typed)}>
      <Flex gap={8} wrap>
        <Input
          aria-label={t('kit.keyword')}
          value={typed.keyword ?? ''}
          onChange={(event) => change({ keyword: event.target.value })}
          placeholder={[labelled('username'), labelled('nickname'), labelled('realName')].join(' / ')}
          allowClear
          maxLength={100}
          style={{ flex: '2 1 200px' }}
        />
        <Input
          aria-label={labelled('phone')}
          value={typed.phone ?? ''}
          onChange={(event) => change({ phone: event.target.value })}
          placeholder={labelled('phone')}
          allowClear
          maxLength={20}
          style={{ flex: '1 1 130px' }}
        />
        <Select
          aria-label={labelled('status')}
          mode="multiple"
          maxTagCount="responsive"
          value={typed.status ? typed.status.split(',') : []}
          onChange={(chosen) => go({ status: chosen.join(',') })}
          options={statuses.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
          placeholder={labelled('status')}
          allowClear
          style={{ flex: '1 1 130px' }}
        />
        <Select
          aria-label={labelled('roleId')}
          value={typed.roleId || null}
          onChange={(chosen?: string) => go({ roleId: chosen ?? '' })}
          options={roles.map((one) => ({ value: String(one.id), label: one.roleName }))}
          placeholder={labelled('roleId')}
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          style={{ flex: '1 1 150px' }}
        />
        <div style={{ flex: '1 1 230px', maxWidth: 300 }} title={t('platform.users.createdRange')}>
          <DateRange
            id="user-created"
            value={[typed.createTimeFrom ?? '', typed.createTimeTo ?? '']}
            onChange={([from, to]) => go({ createTimeFrom: from, createTimeTo: to })}
          />
        </div>
        <Button onClick={() => list.search({})}>{t('kit.reset')}</Button>
        <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
          {t('kit.search')}
        </Button>
      </Flex>
    </Form>
  );
}
