import { Modal, Select } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { disinfection, farmPen, type PenCount, penCount, penDuty, scanCount } from '#modules/farm/contract/pen/pens.ts';
import { TabbedLists } from '../common/tabs.tsx';
import { GapsDialog } from './gaps-dialog.tsx';

/** 圈舍管理: pens as the farm works with them, their keepers, counts and disinfection. */
export default function HovelPage() {
  const text = useTexts('farm.penPage');
  const { openPage } = usePage();
  const mayMove = useCan('anm:turntable:list');
  return (
    <TabbedLists
      items={[
        {
          key: 'pens',
          label: text('pens'),
          children: (
            <ResourcePage
              resource={farmPen}
              actions={(row) => [
                {
                  key: 'animals',
                  label: text('animals'),
                  run: () => openPage(`/anm/animal/info?penId=${row.id}&status=live`),
                },
                ...(mayMove
                  ? [
                      {
                        key: 'move',
                        label: text('moveAll'),
                        run: () => openPage(`/anm/animal/turntable?penId=${row.id}`),
                      },
                    ]
                  : []),
              ]}
            />
          ),
        },
        { key: 'duty', label: text('duty'), children: <ResourcePage resource={penDuty} /> },
        { key: 'counts', label: text('counts'), children: <Counts /> },
        { key: 'disinfection', label: text('disinfection'), children: <ResourcePage resource={disinfection} /> },
      ]}
    />
  );
}

function Counts() {
  const text = useTexts('farm.penPage');
  const mayCount = useCan('anm:hovel:count');
  const changed = useChanged(penCount);
  const [scanning, setScanning] = useState<PenCount | null>(null);
  const [explaining, setExplaining] = useState<PenCount | null>(null);
  const done = () => {
    setScanning(null);
    setExplaining(null);
    void changed();
  };
  return (
    <>
      <ResourcePage
        resource={penCount}
        actions={(row) =>
          mayCount && row.status === 'counting'
            ? [
                { key: 'scan', label: text('scan'), run: () => setScanning(row) },
                ...(row.openGaps > 0
                  ? [{ key: 'explain', label: text('explain'), run: () => setExplaining(row) }]
                  : []),
              ]
            : []
        }
      />
      {scanning && <ScanDialog count={scanning} onClose={done} />}
      {explaining && <GapsDialog count={explaining} onClose={done} />}
    </>
  );
}

function ScanDialog({ count, onClose }: { readonly count: PenCount; onClose(): void }) {
  const text = useTexts('farm.penPage');
  const [tags, setTags] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const found = await call(scanCount, { body: { id: count.id, version: count.version, tags: [...tags] } });
      const gaps = found.missing.length + found.extra.length;
      notify(gaps > 0 ? 'warning' : 'success', text(gaps > 0 ? 'gaps' : 'agrees', { n: gaps, book: found.book }));
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('scanTitle', { n: tags.length, book: count.book })}
      onCancel={onClose}
      confirmLoading={busy}
      okText={text('compare')}
      onOk={() => void save()}
    >
      <ScanInput
        onScan={(code: string) => {
          const tag = code.replace(/\D/g, '');
          if (tag.length !== 15 || tags.includes(tag)) return false;
          setTags([...tags, tag]);
          return true;
        }}
      />
      <Select
        mode="tags"
        open={false}
        style={{ inlineSize: '100%', marginBlockStart: 12 }}
        tokenSeparators={[' ', ',', '\n']}
        value={[...tags]}
        onChange={(next: string[]) => setTags(next.map((one) => one.trim()))}
      />
    </Modal>
  );
}
