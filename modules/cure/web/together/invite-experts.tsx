import { useMutation, useQuery } from '@tanstack/react-query';
import { Badge, Flex, Modal, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { type Colleague, colleaguesOf, inviteExperts } from '#modules/cure/contract/together/co-consult.ts';

interface Props {
  readonly consultId: number;
  onClose(): void;
  onDone(): void;
}

/** R17: the expert in charge asks others in; who has an interest in the animals is not offered. */
export function InviteExperts({ consultId, onClose, onDone }: Props) {
  const text = useTexts('cure.coConsult');
  const [picked, setPicked] = useState<number[]>([]);
  const { data, isFetching } = useQuery({
    queryKey: ['cure.colleagues', consultId],
    queryFn: () => call(colleaguesOf, { query: { consultId } }),
  });
  const left = data?.left ?? 0;
  const send = useMutation({
    mutationFn: () => call(inviteExperts, { body: { consultId, expertIds: picked } }),
    onSuccess: () => {
      onDone();
      onClose();
    },
  });
  return (
    <Modal
      open
      title={text('title')}
      width={640}
      okText={text('send')}
      okButtonProps={{ disabled: picked.length === 0, loading: send.isPending }}
      onOk={() => send.mutate()}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">{text('left', { n: left })}</Typography.Paragraph>
      <Table<Colleague>
        size="small"
        rowKey="expertId"
        loading={isFetching}
        dataSource={data?.people ?? []}
        pagination={false}
        scroll={{ x: 'max-content', y: 360 }}
        rowSelection={{
          selectedRowKeys: picked,
          onChange: (keys) => setPicked(keys.map(Number)),
          hideSelectAll: true,
          getCheckboxProps: (one) => ({
            'aria-label': one.name,
            disabled: one.whyNot !== null || (picked.length >= left && !picked.includes(one.expertId)),
          }),
        }}
        columns={[
          {
            title: text('expert'),
            key: 'name',
            render: (_, one) => (
              <Flex gap={6} align="center" data-record>
                <Badge status={one.isHere ? 'success' : 'default'} />
                {one.name} <Typography.Text type="secondary">{one.title}</Typography.Text>
              </Flex>
            ),
          },
          { title: text('unit'), dataIndex: 'unit' },
          { title: '', key: 'why', render: (_, one) => (one.whyNot ? text(`why.${one.whyNot}`) : null) },
        ]}
      />
    </Modal>
  );
}
