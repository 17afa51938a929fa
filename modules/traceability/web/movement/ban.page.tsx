import { useQuery } from '@tanstack/react-query';
import { Descriptions, Modal, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { type MovementBan, movementBan, previewBan } from '#modules/traceability/contract/movement/movement-ban.ts';

/** 调运管控: bans, and what each would hit before it is ordered. */
export default function BanPage() {
  const text = useTexts('traceability.banPage');
  const mayEdit = useCan('trace:ban:edit');
  const [shown, setShown] = useState<MovementBan | null>(null);
  return (
    <>
      <ResourcePage
        resource={movementBan}
        actions={(row) =>
          mayEdit && row.status !== 'lifted'
            ? [{ key: 'preview', label: text('preview'), run: () => setShown(row as unknown as MovementBan) }]
            : []
        }
      />
      {shown && (
        <Modal open footer={null} title={text('preview')} onCancel={() => setShown(null)}>
          <Hits ban={shown} />
        </Modal>
      )}
    </>
  );
}

function Hits({ ban }: { readonly ban: MovementBan }) {
  const text = useTexts('traceability.banPage');
  const { regionCode, species } = ban;
  const direction = ban.direction as 'in' | 'out' | 'both';
  const { data } = useQuery({
    queryKey: ['traceability.previewBan', regionCode, species, direction],
    queryFn: () => call(previewBan, { body: { regionCode, species, direction } }),
  });
  if (!data) return <Waiting />;
  const line = (name: string, heads: number) => (
    <div key={name}>
      {name} <Typography.Text type="secondary">{text('heads', { n: heads })}</Typography.Text>
    </div>
  );
  return (
    <Descriptions
      size="small"
      column={1}
      bordered
      items={[
        { key: 'holders', label: text('holders'), children: data.holders },
        {
          key: 'declarations',
          label: text('declarations'),
          children: data.declarations.map((one) => line(`${one.docNo} ${one.holder}`, one.heads)),
        },
        {
          key: 'certificates',
          label: text('certificates'),
          children: data.certificates.map((one) => line(`${one.officialNo} ${one.holder}`, one.heads)),
        },
        {
          key: 'movements',
          label: text('movements'),
          children: data.movements.map((one) => line(`${one.docNo} ${one.plateNo ?? ''}`, one.heads)),
        },
      ]}
    />
  );
}
