import { useQuery } from '@tanstack/react-query';
import { Flex, Input, InputNumber, Modal, Radio, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import {
  type InspectionRound,
  inspectionRound,
  inspectionTemplate,
  type RoundItem,
  roundItems,
  submitRound,
} from '#modules/farm/contract/round/inspection.ts';
import { TabbedLists } from '../common/tabs.tsx';

/** 巡检管理: rounds and what they look at. */
export default function InspectionPage() {
  const text = useTexts('farm.roundPage');
  return (
    <TabbedLists
      items={[
        { key: 'rounds', label: text('rounds'), children: <Rounds /> },
        { key: 'templates', label: text('templates'), children: <ResourcePage resource={inspectionTemplate} /> },
      ]}
    />
  );
}

function Rounds() {
  const text = useTexts('farm.roundPage');
  const mayFill = useCan('anm:inspection:fill');
  const changed = useChanged(inspectionRound);
  const [filling, setFilling] = useState<InspectionRound | null>(null);
  return (
    <>
      <ResourcePage
        resource={inspectionRound}
        actions={(row) =>
          mayFill && row.status === 'open' ? [{ key: 'fill', label: text('fill'), run: () => setFilling(row) }] : []
        }
      />
      {filling && (
        <FillDialog
          id={filling.id}
          onClose={() => {
            setFilling(null);
            void changed();
          }}
        />
      )}
    </>
  );
}

interface Given {
  readonly value: string | number | boolean | null;
  readonly note?: string;
  readonly animalTag?: string;
}

function FillDialog({ id, onClose }: { readonly id: number; onClose(): void }) {
  const text = useTexts('farm.roundPage');
  const [given, setGiven] = useState<Readonly<Record<number, Given>>>({});
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['farm', 'round', id],
    queryFn: () => call(roundItems, { query: { id: String(id) } as never, quiet: true }),
  });
  const set = (itemId: number, next: Partial<Given>) =>
    setGiven({ ...given, [itemId]: { value: null, ...given[itemId], ...next } });
  const save = async () => {
    if (!data) return;
    setBusy(true);
    try {
      const answers = data.items.flatMap(({ id: itemId }) => {
        const one = given[itemId];
        return one && one.value !== null ? [{ itemId, ...one }] : [];
      });
      const done = await call(submitRound, { body: { id, version: data.version, answers } });
      notify(done.bad > 0 ? 'warning' : 'success', text('submitted', { n: done.bad }));
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={data?.pen ?? text('fill')}
      onCancel={onClose}
      confirmLoading={busy}
      okText={text('submit')}
      onOk={() => void save()}
    >
      {data ? (
        <Flex vertical gap={14}>
          {data.items.map((item) => (
            <Item key={item.id} item={item} given={given[item.id]} onSet={(next) => set(item.id, next)} />
          ))}
        </Flex>
      ) : (
        <Waiting />
      )}
    </Modal>
  );
}

function Item({
  item,
  given,
  onSet,
}: {
  readonly item: RoundItem;
  readonly given: Given | undefined;
  onSet(next: Partial<Given>): void;
}) {
  const text = useTexts('farm.roundPage');
  return (
    <Flex vertical gap={4}>
      <Typography.Text data-record>{item.text}</Typography.Text>
      {item.itemType === 'number' && (
        <InputNumber
          aria-label={item.text}
          value={given?.value as number | null}
          onChange={(value) => onSet({ value })}
          placeholder={item.rangeFrom === null ? '' : `${item.rangeFrom} – ${item.rangeTo ?? ''}`}
        />
      )}
      {item.itemType === 'yesNo' && (
        <Radio.Group
          value={given?.value}
          optionType="button"
          options={[
            { value: 'yes', label: text('yes') },
            { value: 'no', label: text('no') },
          ]}
          onChange={(event) => onSet({ value: event.target.value as string })}
        />
      )}
      {item.itemType === 'choice' && (
        <Input
          aria-label={item.text}
          value={String(given?.value ?? '')}
          onChange={(event) => onSet({ value: event.target.value })}
        />
      )}
      {given?.value === (item.goodAnswer === 'yes' ? 'no' : 'yes') && (
        <Flex gap={8}>
          <Input
            placeholder={text('tag')}
            maxLength={15}
            onChange={(event) => onSet({ animalTag: event.target.value })}
          />
          <Input placeholder={text('note')} maxLength={200} onChange={(event) => onSet({ note: event.target.value })} />
        </Flex>
      )}
    </Flex>
  );
}
