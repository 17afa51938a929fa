import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { type LeaseLine, leaseLine } from '#modules/bank/contract/lease/lease.ts';
import { LeaseTotals } from './lease-totals.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';

type What = 'return' | 'replace' | 'lost' | 'move';

/** 平台设备: what is let, where it is and what it says. */
export default function EquipmentPage() {
  const text = useTexts('bank.leasePage');
  const client = useQueryClient();
  const { openPage } = usePage();
  const { actions } = useSession();
  const [open, setOpen] = useState<{ what: What; line: LeaseLine } | null>(null);
  const isReady = useFirstAddress({ isOut: 'true' });
  if (!isReady) return null;
  const close = () => {
    setOpen(null);
    void client.invalidateQueries();
  };
  const may = actions.has('bank:platform:edit');
  return (
    <>
      <ResourcePage
        resource={leaseLine}
        isOwn={false}
        above={() => <LeaseTotals />}
        actions={(line) => [
          ...(actions.has('device:info:view')
            ? [{ key: 'device', label: text('device'), run: () => openPage(`/anm/device/detail?id=${line.deviceId}`) }]
            : []),
          ...(may && line.isOut
            ? (['return', 'replace', 'move', 'lost'] as const).map((what) => ({
                key: what,
                label: text(what === 'lost' ? 'reportLost' : what),
                run: () => setOpen({ what, line }),
              }))
            : []),
        ]}
      />
      {open && open.what === 'move' && <MoveDialog line={open.line} onClose={close} />}
      {open && open.what !== 'move' && (
        <ReturnDialog
          leaseId={open.line.leaseId}
          title={open.line.deviceNo}
          line={open.line}
          isReplacing={open.what === 'replace'}
          state={open.what === 'lost' ? 'lost' : 'good'}
          onClose={close}
        />
      )}
    </>
  );
}
