import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Modal, Tabs, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { RegionInput } from '#kit/web/ui/region-input.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  type CensusPublicity,
  censusObjection,
  censusPublicity,
  makePublicity,
  motherCensus,
} from '#modules/breeding/contract/census/census.ts';
import { RowSelect } from '../common/inputs.tsx';

const NoticeSheet = lazy(async () => ({ default: (await import('#kit/web/field/notice-sheet.tsx')).NoticeSheet }));

/** 普查公示: what hangs on the wall of each village, and what is said against it. */
export default function CensusPublicityPage() {
  const text = useTexts('breeding.censusPage');
  const url = useUrlState();
  const mayPost = useCan('improve:publicity:post');
  const [isOpen, setOpen] = useState(false);
  const [printing, setPrinting] = useState<CensusPublicity | null>(null);
  return (
    <>
      <Tabs
        activeKey={url.get('tab') ?? 'walls'}
        destroyOnHidden
        onChange={(tab) => url.set({ tab, status: null, docNo: null, roundId: null })}
        items={[
          {
            key: 'walls',
            label: text('walls'),
            children: (
              <ResourcePage
                resource={censusPublicity}
                isOwn={false}
                cells={{
                  daysLeft: (row) =>
                    row.daysLeft === null ? (
                      '-'
                    ) : (
                      <Typography.Text {...(row.daysLeft < 0 && { type: 'warning' })}>{row.daysLeft}</Typography.Text>
                    ),
                }}
                actions={(row) => [{ key: 'print', label: text('print'), run: () => setPrinting(row) }]}
                extra={() => mayPost && <Button onClick={() => setOpen(true)}>{text('make')}</Button>}
              />
            ),
          },
          { key: 'objections', label: text('objections'), children: <ResourcePage resource={censusObjection} /> },
        ]}
      />
      {isOpen && <MakeDialog onClose={() => setOpen(false)} />}
      {printing && (
        <Suspense fallback={null}>
          <NoticeSheet
            title={text('wallTitle', { round: printing.roundIdName ?? '' })}
            lead={text('wallLead', {
              village: printing.villageCodeName ?? '',
              n: printing.totalHolders,
              cows: printing.totalCows,
            })}
            postedOn={printing.fromOn ?? ''}
            endsAt={`${printing.toOn ?? printing.fromOn ?? '2000-01-01'}T16:00:00Z`}
            objections={printing.officePhone ?? ''}
            by={printing.villageCodeName ?? ''}
            onDone={() => setPrinting(null)}
          >
            <table>
              <thead>
                <tr>
                  <th>{text('no')}</th>
                  <th>{text('holder')}</th>
                  <th>{text('eligibleCows')}</th>
                </tr>
              </thead>
              <tbody>
                {printing.rows.map((row, at) => (
                  <tr key={`${row.name}${String(at)}`}>
                    <td>{at + 1}</td>
                    <td>{row.name}</td>
                    <td>{row.cows}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </NoticeSheet>
        </Suspense>
      )}
    </>
  );
}

function MakeDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('breeding.censusPage');
  const client = useQueryClient();
  const [form] = Form.useForm<{ roundId: number; regionCode: number }>();
  const [open, setOpen] = useState<readonly { code: number; name: string; open: number }[]>([]);
  const run = async () => {
    const values = await form.validateFields();
    try {
      const { made, incomplete } = await call(makePublicity, { body: values });
      notify('success', text('made', { n: made }));
      setOpen(incomplete);
      void client.invalidateQueries();
      if (incomplete.length === 0) onClose();
    } catch {
      // The client has said why.
    }
  };
  return (
    <Modal open title={text('make')} okText={text('make')} onOk={() => void run()} onCancel={onClose}>
      <Form form={form} layout="vertical">
        <Form.Item name="roundId" label={text('round')} rules={[{ required: true }]}>
          <RowSelect resource={motherCensus} query={{ status: 'counting' }} />
        </Form.Item>
        <Form.Item name="regionCode" label={text('region')} rules={[{ required: true }]}>
          <RegionInput />
        </Form.Item>
      </Form>
      {open.map((one) => (
        <div key={one.code} data-record>
          {text('incomplete', { village: one.name, n: one.open })}
        </div>
      ))}
    </Modal>
  );
}
