import { useQuery } from '@tanstack/react-query';
import { Empty, Flex, Input, Modal, Radio, Spin, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { type Person, person as persons } from '#modules/registry/contract/people/person.ts';

interface Props {
  readonly person: Person;
  onClose(): void;
}

/** Finds the other record of the same human being, first by the name they share, and leads to the two side by side. */
export function MergeChoice({ person, onClose }: Props) {
  const language = useLanguage();
  const { openPage } = usePage();
  const text = useTexts('registry.person');
  const [keyword, setKeyword] = useDebounced(person.name);
  const [other, setOther] = useState<number | null>(null);
  const query = { ...(keyword && { keyword }), status: 'active', pageSize: '20' };
  const { data, isFetching } = useQuery({
    queryKey: [...resourceKey(persons), 'others', query, language],
    queryFn: () => call(callOf(persons, 'list'), { query, quiet: true }),
  });
  const found = ((data ?? []) as unknown as Person[]).filter((one) => one.id !== person.id);
  const compare = () => {
    if (other === null) return;
    const [leftId, rightId] = [Math.min(person.id, other), Math.max(person.id, other)];
    openPage(`/pri/duplicate/merge?kind=person&leftId=${leftId}&rightId=${rightId}`);
    onClose();
  };
  return (
    <Modal
      open
      title={<span data-record>{text('mergeTitle', { name: person.name })}</span>}
      okText={text('compare')}
      okButtonProps={{ disabled: !found.some((one) => one.id === other) }}
      onOk={compare}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">{text('mergeHint')}</Typography.Text>
        <Input
          defaultValue={person.name}
          allowClear
          maxLength={40}
          aria-label={text('name')}
          onChange={(event) => setKeyword(event.target.value.trim())}
        />
        <Spin spinning={isFetching}>
          {found.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isFetching ? null : text('mergeNone')} />
          ) : (
            <Radio.Group value={other} onChange={(event) => setOther(event.target.value as number)}>
              <Flex vertical gap={8}>
                {found.map((one) => (
                  <Radio key={one.id} value={one.id}>
                    <span data-record>
                      {one.name}
                      <Typography.Text type="secondary">
                        {` · ${[one.idCard, one.phone, one.regionCodeName].filter(Boolean).join(' · ')}`}
                      </Typography.Text>
                    </span>
                  </Radio>
                ))}
              </Flex>
            </Radio.Group>
          )}
        </Spin>
      </Flex>
    </Modal>
  );
}
