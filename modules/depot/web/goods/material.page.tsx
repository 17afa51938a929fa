import { Image, Typography } from 'antd';
import { useState } from 'react';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { type Material, material } from '#modules/depot/contract/goods/material.ts';
import { useFileLink } from '../common/one-file.tsx';
import { Quantity } from '../common/quantity.tsx';
import { useUnit } from '../document/form/quantities.tsx';
import { LimitsDrawer } from './limits-drawer.tsx';
import { LotsDrawer } from './lots-drawer.tsx';
import { MaterialForm } from './material-form.tsx';

/** What can be kept, how it is measured and packed. */
export default function MaterialPage() {
  const text = useTexts('depot.materialPage');
  const { openPage } = usePage();
  const { user } = useSession();
  const has = useMayOpen();
  const mayShare = useCan('depot:material:editShared');
  const [open, setOpen] = useState<{ what: 'lots' | 'limits'; row: Material } | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ResourcePage
        resource={material}
        cells={{
          photoId: (row) => <Photo row={row} />,
          packs: (row) => <Packs row={row} />,
          onHand: (row) => <Quantity isStacked of={row} qty={row.onHand ?? 0} />,
        }}
        actions={(row) => [
          ...(row.kind === 'earTag'
            ? []
            : [{ key: 'limits', label: text('limits'), run: () => setOpen({ what: 'limits', row }) }]),
          ...(row.kind === 'earTag'
            ? []
            : [{ key: 'lots', label: text('lots'), run: () => setOpen({ what: 'lots', row }) }]),
          ...(has('/pri/depot/stock')
            ? [{ key: 'stock', label: text('stock'), run: () => openPage(`/pri/depot/stock?materialId=${row.id}`) }]
            : []),
        ]}
        form={{
          width: 960,
          initial: { sharing: mayShare ? 'shared' : 'own', principalId: mayShare ? null : user.principalId, packs: [] },
          body: (form, formId) => <MaterialForm form={form} formId={formId} />,
        }}
      />
      {open?.what === 'lots' && <LotsDrawer material={open.row} onClose={close} />}
      {open?.what === 'limits' && <LimitsDrawer material={open.row} onClose={close} />}
    </>
  );
}

function Photo({ row }: { readonly row: Material }) {
  const url = useFileLink(row.photoId);
  return url ? (
    <Image src={url} alt={row.name} width={32} height={32} style={{ objectFit: 'cover', borderRadius: 4 }} />
  ) : (
    <Typography.Text type="secondary">-</Typography.Text>
  );
}

function Packs({ row }: { readonly row: Material }) {
  const t = useT();
  const unit = useUnit();
  if (row.packs.length === 0) return <span>-</span>;
  const words = row.packs.map((pack) =>
    t('depot.materialPage.packOne', {
      unit: pack.name ?? unit(pack.unit, 1),
      n: pack.factor.toLocaleString('en'),
      base: unit(row.baseUnit, pack.factor),
    }),
  );
  return <span title={words.join('\n')}>{words.join(' · ')}</span>;
}
