import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { panelLater } from '#kit/web/ui/later.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type DisposalCase, disposalCase } from '#modules/bank/contract/disposal/disposal.ts';

const LotsDialog = panelLater(async () => (await import('./disposal-dialogs.tsx')).LotsDialog);
const SellDialog = panelLater(async () => (await import('./disposal-dialogs.tsx')).SellDialog);

/** 押品处置. */
export default function DisposalPage() {
  const text = useTexts('bank.disposalPage');
  const mayEdit = useCan('bank:disposal:edit');
  const maySell = useCan('bank:disposal:approve');
  const [open, setOpen] = useState<{ kind: 'lots' | 'sell'; row: DisposalCase } | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ResourcePage
        resource={disposalCase}
        cells={{
          pledgeId: (row) => (
            <PageLink to={`/bank/pledge/detail?id=${row.pledgeId}`}>{row.pledgeIdName ?? ''}</PageLink>
          ),
        }}
        actions={(row) => [
          ...(mayEdit && ['opened', 'appraised'].includes(row.status)
            ? [{ key: 'lots', label: text('lots'), run: () => setOpen({ kind: 'lots' as const, row }) }]
            : []),
          ...(maySell && row.status === 'offered'
            ? [{ key: 'sell', label: text('sell'), run: () => setOpen({ kind: 'sell' as const, row }) }]
            : []),
        ]}
      />
      {open?.kind === 'lots' && <LotsDialog row={open.row} onClose={close} />}
      {open?.kind === 'sell' && <SellDialog row={open.row} onClose={close} />}
    </>
  );
}
