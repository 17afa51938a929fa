import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Flex } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { boxDetail, medicineBox } from '#modules/depot/contract/box/medicine-box.ts';
import { BoxPaper } from './box-paper.tsx';
import { BoxPanel } from './box-view.tsx';

interface Props {
  readonly id: number;
  readonly actions: readonly { readonly key: string; readonly label: string; run(): void }[];
  onClose(): void;
}

/** A box as the keeper sees it, beside the list. */
export function BoxDrawer({ id, actions, onClose }: Props) {
  const t = useT();
  useReturnFocus();
  const [isPrinting, setPrinting] = useState(false);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...resourceKey(medicineBox), 'box', id],
    queryFn: () => call(boxDetail, { params: { id }, quiet: true }),
  });
  return (
    <Drawer
      open
      title={t('kit.detailOf', { noun: t('depot.medicineBox._title') })}
      size="min(1080px, 100vw)"
      onClose={onClose}
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      {data && (
        <BoxPanel
          box={data}
          actions={
            <Flex gap={8} wrap>
              {actions.map(({ key, label, run }) => (
                <Button key={key} onClick={run}>
                  {label}
                </Button>
              ))}
              <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
                {t('depot.medicineBoxPage.print')}
              </Button>
            </Flex>
          }
        />
      )}
      {isPrinting && data && <BoxPaper box={data} onDone={() => setPrinting(false)} />}
    </Drawer>
  );
}
