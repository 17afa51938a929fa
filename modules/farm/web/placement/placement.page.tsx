import { Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { agreeExtension, placement } from '#modules/farm/contract/placement/placement.ts';
import { bodyWithUnit } from '../sale/unit-field.tsx';

/** 托养投放: contracts, as the owner and as the keeper see them. */
export default function PlacementPage() {
  const text = useTexts('farm.placementPage');
  const { openPage } = usePage();
  const changed = useChanged(placement);
  const mayRecover = useCan('anm:recovery:edit');
  const mayAgree = useCan('anm:recovery:confirm');
  const agree = (row: { id: number; version: number }) =>
    call(agreeExtension, { body: { id: row.id, version: row.version } }).then(
      () => void changed(),
      () => {},
    );
  return (
    <ResourcePage
      resource={placement}
      cells={{
        acceptedOn: (row) =>
          row.acceptedOn ?? (row.status === 'draft' ? '-' : <Tag color="processing">{text('waiting')}</Tag>),
        missing: (row) => (row.missing > 0 ? <Tag color="error">{row.missing}</Tag> : 0),
        dead: (row) => (row.dead > 0 ? <Tag color="warning">{row.dead}</Tag> : 0),
      }}
      actions={(row) => [
        ...(mayRecover && row.active > 0 && ['active', 'closing'].includes(row.status)
          ? [
              {
                key: 'recover',
                label: text('recover'),
                run: () => openPage(`/anm/stocked/recovery?placementId=${row.id}&panel=new`),
              },
            ]
          : []),
        ...(mayAgree && row.askedToOn && !row._can.includes('extend')
          ? [{ key: 'agree', label: text('agree'), run: () => void agree(row) }]
          : []),
      ]}
      form={{ body: bodyWithUnit('holderId', 'holderName'), width: 860, initial: { faultPct: 80, deposit: 0 } }}
    />
  );
}
