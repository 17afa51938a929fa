import { useMutation } from '@tanstack/react-query';
import { Flex, Input, Modal, Segmented, Switch, Table } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { DictName } from '#modules/registry/web/index.ts';
import {
  type FarmerRegistration,
  farmerRegistration,
  verifyRegistration,
} from '#modules/traceability/contract/registration/farmer-registration.ts';

interface Said {
  readonly accept: boolean;
  readonly tag: string;
  readonly why: string;
}

/** Line by line: taken with the number put on, or refused with a reason. */
export function VerifyDialog({ id, onClose }: { readonly id: number; onClose(isDone: boolean): void }) {
  const text = useTexts('traceability.registrationPage');
  const { row } = useResourceDetail(farmerRegistration, id);
  const sheet = row as unknown as FarmerRegistration | undefined;
  const [said, setSaid] = useState<ReadonlyMap<number, Said>>(new Map());
  const [seenBy, setSeenBy] = useState<'inPerson' | 'video'>('inPerson');
  const lines = (sheet?.lines ?? []).flatMap((line) => (line.id === undefined ? [] : [{ ...line, id: line.id }]));
  const of = (line: (typeof lines)[number]): Said =>
    said.get(line.id) ?? { accept: true, tag: line.tag ?? '', why: '' };
  const set = (line: (typeof lines)[number], part: Partial<Said>) =>
    setSaid((old) => new Map(old).set(line.id, { ...of(line), ...part }));
  const send = useMutation({
    mutationFn: () =>
      call(verifyRegistration, {
        body: {
          id,
          version: sheet?.version ?? 0,
          seenBy,
          lines: lines.map((line) => {
            const { accept, tag, why } = of(line);
            return { id: line.id, accept, tag: tag || null, why: why || null };
          }),
        },
        idempotencyKey: newKey(),
      }),
    onSuccess: () => onClose(true),
  });
  return (
    <Modal
      open
      width={820}
      title={text('verify')}
      okText={text('save')}
      confirmLoading={send.isPending}
      onOk={() => send.mutate()}
      onCancel={() => onClose(false)}
    >
      {!sheet ? (
        <Waiting />
      ) : (
        <Flex vertical gap={12}>
          <Flex gap={8} align="center">
            {text('seenBy')}
            <Segmented
              value={seenBy}
              onChange={setSeenBy}
              options={[
                { value: 'inPerson' as const, label: text('inPerson') },
                { value: 'video' as const, label: text('video') },
              ]}
            />
          </Flex>
          <Table
            size="small"
            rowKey="id"
            dataSource={lines}
            pagination={false}
            scroll={{ x: 'max-content' }}
            columns={[
              {
                key: 'what',
                render: (_, line) => (
                  <>
                    <DictName dict="species" value={line.species ?? ''} />{' '}
                    <DictName dict="animal_sex" value={line.sex ?? ''} /> {line.birthDate ?? ''}
                  </>
                ),
              },
              {
                title: text('tag'),
                key: 'tag',
                render: (_, line) => (
                  <Input
                    aria-label={text('tag')}
                    value={of(line).tag}
                    onChange={(event) => set(line, { tag: event.target.value })}
                  />
                ),
              },
              {
                title: text('accept'),
                key: 'accept',
                render: (_, line) => (
                  <Switch
                    aria-label={text('accept')}
                    checked={of(line).accept}
                    onChange={(accept) => set(line, { accept })}
                  />
                ),
              },
              {
                title: text('why'),
                key: 'why',
                render: (_, line) =>
                  of(line).accept ? null : (
                    <Input
                      aria-label={text('why')}
                      value={of(line).why}
                      onChange={(event) => set(line, { why: event.target.value })}
                    />
                  ),
              },
            ]}
          />
        </Flex>
      )}
    </Modal>
  );
}
