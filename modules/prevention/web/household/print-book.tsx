import { DatePicker, Form, Modal } from 'antd';
import dayjs from 'dayjs';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { type RecordBook, recordBook } from '#modules/prevention/contract/household/household.ts';

const Paper = lazy(() => import('./book-paper.tsx'));
const format = 'YYYY';

/** Asks which years, then prints the record book of a holder, a page a year. */
export function usePrintBook(): { ask(id: number): void; readonly paper: ReactNode } {
  const formId = useId();
  const text = useTexts('prevention.book');
  const [asked, setAsked] = useState<number | null>(null);
  const [years, setYears] = useState<[string, string]>([dayjs().format(format), dayjs().format(format)]);
  const [busy, setBusy] = useState(false);
  const [book, setBook] = useState<RecordBook | null>(null);
  const fetchAndPrint = async () => {
    if (asked === null) return;
    setBusy(true);
    try {
      setBook(
        await call(recordBook, { params: { id: asked }, query: { from: Number(years[0]), to: Number(years[1]) } }),
      );
      setAsked(null);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const paper = (
    <>
      {asked !== null && (
        <Modal
          open
          title={text('title')}
          okText={text('print')}
          confirmLoading={busy}
          onOk={() => void fetchAndPrint()}
          onCancel={() => setAsked(null)}
        >
          <Form layout="vertical">
            <Form.Item label={text('years')} htmlFor={formId} required>
              <DatePicker.RangePicker
                picker="year"
                id={{ start: formId }}
                allowClear={false}
                maxDate={dayjs()}
                value={[dayjs(years[0], format), dayjs(years[1], format)]}
                onChange={(dates) => {
                  const [first, last] = dates ?? [];
                  if (first && last) setYears([first.format(format), last.format(format)]);
                }}
                style={{ width: '100%' }}
              />
            </Form.Item>
          </Form>
        </Modal>
      )}
      {book && (
        <Suspense>
          <Paper book={book} onDone={() => setBook(null)} />
        </Suspense>
      )}
    </>
  );
  return { ask: setAsked, paper };
}
