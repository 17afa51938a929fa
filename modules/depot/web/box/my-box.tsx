import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { medicineBox, myBox, offerReturn, writeOffOpened } from '#modules/depot/contract/box/medicine-box.ts';
import { today } from '../goods/today.ts';
import { BoxPaper } from './box-paper.tsx';
import { BoxPanel } from './box-view.tsx';
import { LotsDialog } from './lots-dialog.tsx';

/** The carrier's own view: what do I carry, what did I use today, what must I bring back. */
export function MyBox() {
  const t = useT();
  const { openPage } = usePage();
  const changed = useChanged(medicineBox);
  const mayReconcile = useCan('depot:box:reconcile');
  const mayAsk = useCan('depot:req:edit');
  const [dialog, setDialog] = useState<'writeOff' | 'return' | 'paper' | null>(null);
  const text = useTexts('depot.medicineBoxPage');
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...resourceKey(medicineBox), 'mine'],
    queryFn: () => call(myBox, { quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  if (!data)
    return (
      <Card>
        <Empty description={text('none')}>
          <Typography.Text type="secondary">{text('noneHint')}</Typography.Text>
        </Empty>
      </Card>
    );
  const close = () => setDialog(null);
  return (
    <>
      <BoxPanel
        box={data}
        onWriteOff={mayReconcile ? () => setDialog('writeOff') : undefined}
        actions={
          <Flex gap={8} wrap>
            {mayAsk && (
              <Button type="primary" onClick={() => openPage(`/pri/depot/supplies?open=new&askDepotId=${data.id}`)}>
                {text('askMore')}
              </Button>
            )}
            {mayReconcile && (
              <>
                <Button disabled={data.content.length === 0} onClick={() => setDialog('return')}>
                  {text('giveBack')}
                </Button>
                <Button onClick={() => openPage(`/pri/medicineBox/reconcile?boxId=${data.id}`)}>
                  {text('reconcile')}
                </Button>
              </>
            )}
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setDialog('paper')}>
              {text('print')}
            </Button>
          </Flex>
        }
      />
      {dialog === 'writeOff' && (
        <LotsDialog
          title={text('writeOffTitle')}
          hint={text('writeOffHint')}
          lots={data.opened.map((one) => ({ ...one, most: one.left, proposed: one.left }))}
          onSend={async (lines) => {
            await call(writeOffOpened, {
              body: { boxId: data.id, lines: [...lines], bizDate: today() },
            });
            notify('success', t('ok.done'));
            await changed();
          }}
          onClose={close}
        />
      )}
      {dialog === 'return' && (
        <LotsDialog
          title={text('returnTitle')}
          hint={text('returnHint')}
          withRemark
          lots={data.content.map((one) => ({
            ...one,
            most: one.qty - one.reserved,
            proposed: one.unfit ? one.qty - one.reserved : 0,
          }))}
          onSend={async (lines, remark) => {
            await call(offerReturn, { body: { boxId: data.id, lines: [...lines], ...(remark && { remark }) } });
            notify('success', text('returnAsked'));
          }}
          onClose={close}
        />
      )}
      {dialog === 'paper' && <BoxPaper box={data} onDone={close} />}
    </>
  );
}
