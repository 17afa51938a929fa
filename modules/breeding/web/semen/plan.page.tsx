import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, InputNumber, Modal, Table, Tabs } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { breedDirection, proposePlan, semenPlan } from '#modules/breeding/contract/semen/semen-plan.ts';
import { useLabel } from '../common/use-label.ts';

type Proposed = Awaited<ReturnType<typeof propose>>['rows'][number];
const propose = (year: number, giverId: number, keep: boolean) => call(proposePlan, { body: { year, giverId, keep } });

/** 冻精计划, and beside it which breeds an area wants. */
export default function PlanPage() {
  const text = useTexts('breeding.semenPage');
  const url = useUrlState();
  const mayEdit = useCan('breed:plan:edit');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tabs
        activeKey={url.get('tab') ?? 'plans'}
        destroyOnHidden
        onChange={(tab) => url.set({ tab, species: null, status: null, year: null })}
        items={[
          {
            key: 'plans',
            label: text('plans'),
            children: (
              <ResourcePage
                resource={semenPlan}
                extra={() => mayEdit && <Button onClick={() => setOpen(true)}>{text('propose')}</Button>}
              />
            ),
          },
          { key: 'direction', label: text('direction'), children: <ResourcePage resource={breedDirection} /> },
        ]}
      />
      {isOpen && <ProposeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ProposeDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('breeding.semenPage');
  const { user } = useSession();
  const client = useQueryClient();
  const breedOf = useLabel('breed_code');
  const [year, setYear] = useState(dayjs().year());
  const [rows, setRows] = useState<readonly Proposed[] | null>(null);
  const run = async (keep: boolean) => {
    try {
      const answer = await propose(year, user.principalId ?? 0, keep);
      setRows(answer.rows);
      if (!keep) return;
      notify('success', text('kept', { n: answer.made }));
      void client.invalidateQueries();
      onClose();
    } catch {
      // The client has said why.
    }
  };
  return (
    <Modal
      open
      width="min(820px, 96vw)"
      title={text('propose')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void run(false)}>{text('show')}</Button>
          <Button type="primary" disabled={!rows?.length} onClick={() => void run(true)}>
            {text('keepDrafts')}
          </Button>
        </>
      }
    >
      <Form layout="inline" style={{ marginBlockEnd: 12 }}>
        <Form.Item label={text('year')}>
          <InputNumber min={2000} max={2100} value={year} onChange={(n) => setYear(n ?? year)} />
        </Form.Item>
      </Form>
      {rows && (
        <Table
          size="small"
          rowKey={(row) => `${row.receiverId}${row.breed}`}
          dataSource={[...rows]}
          pagination={false}
          scroll={{ x: 640 }}
          columns={[
            { key: 'unit', title: text('receiver'), render: (_, row) => <span data-record>{row.receiver}</span> },
            { key: 'breed', title: text('breed'), render: (_, row) => breedOf(row.breed) },
            { key: 'cows', title: text('cowsDue'), align: 'end', dataIndex: 'cowsDue' },
            { key: 'per', title: text('perCow'), align: 'end', dataIndex: 'strawsPerCow' },
            { key: 'left', title: text('left'), align: 'end', dataIndex: 'left' },
            { key: 'planned', title: text('planned'), align: 'end', dataIndex: 'planned' },
          ]}
        />
      )}
    </Modal>
  );
}
