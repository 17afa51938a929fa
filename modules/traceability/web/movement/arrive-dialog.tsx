import { useMutation } from '@tanstack/react-query';
import { Alert, Flex, Modal, Select, Table, Tag } from 'antd';
import { useRef, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useKeptQuery } from '#kit/web/field/kept-query.ts';
import { RunningCounter } from '#kit/web/field/running-counter.tsx';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { EarTag } from '#modules/registry/web/index.ts';
import { arriveMovement, movementAnimals } from '#modules/traceability/contract/movement/movement.ts';

type Result = 'arrived' | 'dead' | 'refused';

/** The scan at unloading: a running count against the list, extras told at once, the rest missing. */
export function ArriveDialog({ id, onClose }: { readonly id: number; onClose(isDone: boolean): void }) {
  const text = useTexts('traceability.movementPage');
  const request = useRef(newKey());
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [extras, setExtras] = useState<readonly string[]>([]);
  const [pen, setPen] = useState<number | null>(null);
  const [lastTag, setLastTag] = useState<string>();
  const { data, error } = useKeptQuery({
    queryKey: ['traceability.movementAnimals', id],
    queryFn: (signal) => call(movementAnimals, { query: { id }, quiet: true, signal }),
  });
  const animals = data?.animals ?? [];
  const scan = (code: string) => {
    const hit = animals.find((one) => one.tag === code || (code.length >= 4 && one.tag.endsWith(code)));
    setLastTag(hit?.tag ?? code);
    if (!hit) {
      setExtras((old) => [...new Set([...old, code])]);
      return false;
    }
    setResults((old) => new Map(old).set(hit.tag, 'arrived'));
    return undefined;
  };
  const send = useMutation({
    mutationFn: () =>
      call(arriveMovement, {
        body: {
          id,
          requestId: request.current,
          lines: [...results].map(([tag, result]) => ({ tag, result })),
          extras: [...extras],
          penId: pen,
        },
        idempotencyKey: request.current,
      }),
    onSuccess: (done) => {
      notify('success', text('saved', { ...done, extra: done.extra.length }));
      onClose(true);
    },
  });
  const left = animals.length - results.size;
  return (
    <Modal
      open
      width={720}
      title={text('arrive')}
      okText={text('done')}
      confirmLoading={send.isPending}
      okButtonProps={{ disabled: results.size === 0 }}
      onOk={() => send.mutate()}
      onCancel={() => onClose(false)}
    >
      <Flex vertical gap={12}>
        {error && <Alert type="error" showIcon title={error.message} />}
        <Flex gap={12} wrap align="center">
          <ScanInput onScan={scan} placeholder={text('scan')} aria-label={text('scan')} style={{ maxWidth: 280 }} />
          <RunningCounter n={results.size} of={animals.length} label={text('scan')} last={lastTag} />
          {(data?.pens.length ?? 0) > 0 && (
            <Select<number>
              allowClear
              aria-label={text('pen')}
              placeholder={text('pen')}
              style={{ minWidth: 140 }}
              value={pen}
              onChange={(value?: number) => setPen(value ?? null)}
              options={(data?.pens ?? []).map((one) => ({ value: one.id, label: one.name }))}
            />
          )}
        </Flex>
        {extras.length > 0 && (
          <Flex gap={8} wrap align="center">
            {text('extra')}
            {extras.map((tag) => (
              <Tag
                key={tag}
                color="error"
                closable
                onClose={() => setExtras((old) => old.filter((one) => one !== tag))}
              >
                {tag}
              </Tag>
            ))}
          </Flex>
        )}
        <Table
          size="small"
          rowKey="tag"
          dataSource={animals}
          pagination={false}
          scroll={{ y: 300 }}
          columns={[
            { title: text('scan'), key: 'tag', render: (_, one) => <EarTag tag={one.tag} /> },
            {
              key: 'result',
              width: 160,
              render: (_, one) => (
                <Select<Result>
                  allowClear
                  size="small"
                  aria-label={one.tag}
                  style={{ width: 140 }}
                  value={results.get(one.tag) ?? null}
                  onChange={(value?: Result) =>
                    setResults((old) => {
                      const next = new Map(old);
                      if (value) next.set(one.tag, value);
                      else next.delete(one.tag);
                      return next;
                    })
                  }
                  options={[
                    { value: 'arrived', label: text('arrived') },
                    { value: 'dead', label: text('dead') },
                    { value: 'refused', label: text('refused') },
                  ]}
                />
              ),
            },
          ]}
        />
        {left > 0 && results.size > 0 && <Alert type="warning" showIcon title={text('missingLeft', { n: left })} />}
      </Flex>
    </Modal>
  );
}
