import { useMutation, useQuery } from '@tanstack/react-query';
import { Badge, Button, Flex, Modal, Table, Tooltip } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { assignConsult, type CandidateRow, candidatesOf } from '#modules/cure/contract/consult/case.ts';

interface Props {
  readonly consultId: number;
  onClose(): void;
  onDone(): void;
}

/** Everybody who could answer, the best first, with the parts of their score and why somebody is not asked. */
export function AssignDialog({ consultId, onClose, onDone }: Props) {
  const text = useTexts('cure.assign');
  const { data, isFetching } = useQuery({
    queryKey: ['cure.candidates', consultId],
    queryFn: () => call(candidatesOf, { query: { consultId } }),
  });
  const assign = useMutation({
    mutationFn: (expertId: number) => call(assignConsult, { body: { consultId, expertId } }),
    onSuccess: () => {
      onDone();
      onClose();
    },
  });
  return (
    <Modal open title={text('title')} width={820} footer={null} onCancel={onClose}>
      <Table<CandidateRow>
        size="small"
        rowKey="expertId"
        loading={isFetching}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 'max-content', y: 400 }}
        columns={[
          {
            title: text('expert'),
            key: 'name',
            render: (_, one) => (
              <Flex gap={6} align="center">
                <Badge status={one.isHere ? 'success' : 'default'} />
                {one.name}
              </Flex>
            ),
          },
          { title: text('rank'), dataIndex: 'title' },
          { title: text('unit'), dataIndex: 'unit' },
          { title: text('load'), key: 'load', render: (_, one) => `${one.open} / ${one.maxOpen}` },
          {
            title: text('score'),
            key: 'score',
            render: (_, one) => (
              <Tooltip
                title={Object.entries(one.parts)
                  .map(([part, n]) => `${text.any(`part.${part}`)} ${n}`)
                  .join(' · ')}
              >
                {one.score}
              </Tooltip>
            ),
          },
          {
            title: text('why'),
            key: 'why',
            render: (_, one) => (one.whyNot ? text.any(`whyNot.${one.whyNot}`) : text('fits')),
          },
          {
            title: '',
            key: 'do',
            render: (_, one) => (
              <Button
                size="small"
                type={one.whyNot ? 'default' : 'primary'}
                disabled={one.whyNot === 'conflict' || one.whyNot === 'notActive'}
                loading={assign.isPending && assign.variables === one.expertId}
                onClick={() => assign.mutate(one.expertId)}
              >
                {text('assign')}
              </Button>
            ),
          },
        ]}
      />
    </Modal>
  );
}
