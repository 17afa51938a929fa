import { PrinterOutlined } from '@ant-design/icons';
import { Button, DatePicker, Form, Modal } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense, useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import { type FarmArchive, mainFilePrint } from '#modules/registry/contract/archive/main-file.ts';

const Paper = lazy(() => import('./farm-archive.tsx'));

/** Asks for the period, then prints the farm archive of the unit. */
export function PrintArchive({ id }: { readonly id: number }) {
  const formId = useId();
  const text = useTexts('registry.farmArchive');
  const [isOpen, setOpen] = useState(false);
  const [range, setRange] = useState<[string, string]>([
    dayjs().subtract(1, 'year').add(1, 'day').format(dateFormat),
    dayjs().format(dateFormat),
  ]);
  const [busy, setBusy] = useState(false);
  const [archive, setArchive] = useState<FarmArchive | null>(null);
  const fetchAndPrint = async () => {
    setBusy(true);
    try {
      setArchive(await call(mainFilePrint, { params: { id }, query: { from: range[0], to: range[1] } }));
      setOpen(false);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="small" icon={<PrinterOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {text('print')}
      </Button>
      {isOpen && (
        <Modal
          open
          title={text('title')}
          okText={text('print')}
          confirmLoading={busy}
          onOk={() => void fetchAndPrint()}
          onCancel={() => setOpen(false)}
        >
          <Form layout="vertical">
            <Form.Item label={text('period')} htmlFor={formId} required>
              <DatePicker.RangePicker
                id={{ start: formId }}
                allowClear={false}
                maxDate={dayjs()}
                value={[dayjs(range[0], dateFormat), dayjs(range[1], dateFormat)]}
                onChange={(dates) => {
                  const [first, last] = dates ?? [];
                  if (first && last) setRange([first.format(dateFormat), last.format(dateFormat)]);
                }}
                style={{ width: '100%' }}
              />
            </Form.Item>
          </Form>
        </Modal>
      )}
      {archive && (
        <Suspense>
          <Paper archive={archive} onDone={() => setArchive(null)} />
        </Suspense>
      )}
    </>
  );
}
