import { Button, Flex, InputNumber, Select, Table, Typography } from 'antd';
import { useState } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { TreatableAnimal } from '#modules/cure/contract/treatment/treatment.ts';
import { DictName, EarTag } from '#modules/registry/web/index.ts';
import { UntilTag } from '../withdrawal/until-tag.tsx';

interface Props {
  readonly herd: readonly TreatableAnimal[];
  readonly chosen: ReadonlySet<number>;
  readonly weights: ReadonlyMap<number, number>;
  onChoose(next: ReadonlySet<number>): void;
  onWeights(next: ReadonlyMap<number, number>): void;
}

/** Tags scanned one after the other, a whole pen, or the herd. */
export function AnimalPick({ herd, chosen, weights, onChoose, onWeights }: Props) {
  const text = useTexts('cure.treatmentForm');
  const [pen, setPen] = useState<number | null>(null);
  const pens = [...new Map(herd.flatMap((one) => (one.penId ? [[one.penId, one.pen ?? ''] as const] : [])))];
  const shown = pen === null ? herd : herd.filter((one) => one.penId === pen);
  const add = (ids: readonly number[]) => onChoose(new Set([...chosen, ...ids]));
  const scan = (code: string) => {
    const hits = herd.filter((one) => one.earTag === code || (code.length >= 4 && one.earTag.endsWith(code)));
    if (hits.length !== 1 || !hits[0]) {
      notify('warning', text(hits.length === 0 ? 'noSuchTag' : 'manySuchTags', { code }));
      return false;
    }
    add([hits[0].animalId]);
    return undefined;
  };
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="center">
        <ScanInput onScan={scan} placeholder={text('scan')} aria-label={text('scan')} style={{ maxWidth: 300 }} />
        {pens.length > 0 && (
          <Select<number>
            allowClear
            aria-label={text('pen')}
            placeholder={text('pen')}
            style={{ minWidth: 140 }}
            value={pen}
            onChange={(value?: number) => setPen(value ?? null)}
            options={pens.map(([value, label]) => ({ value, label }))}
          />
        )}
        <Button onClick={() => add(shown.map((one) => one.animalId))}>{text('allShown', { n: shown.length })}</Button>
        {chosen.size > 0 && <Button onClick={() => onChoose(new Set())}>{text('none')}</Button>}
        <Typography.Text strong>{text('chosen', { n: chosen.size })}</Typography.Text>
      </Flex>
      <Table<TreatableAnimal>
        size="small"
        rowKey="animalId"
        dataSource={shown as TreatableAnimal[]}
        virtual
        scroll={{ y: 260, x: 640 }}
        pagination={false}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => {
            const here = new Set(shown.map((one) => one.animalId));
            onChoose(new Set([...[...chosen].filter((id) => !here.has(id)), ...(keys as number[])]));
          },
        }}
        columns={[
          { title: text('tag'), key: 'tag', width: 180, render: (_, one) => <EarTag tag={one.earTag} /> },
          {
            title: text('stage'),
            key: 'stage',
            width: 120,
            render: (_, one) => <DictName dict="stage" value={one.stage} />,
          },
          { title: text('pen'), key: 'pen', width: 100, render: (_, one) => one.pen ?? '-' },
          {
            title: text('weight'),
            key: 'weight',
            width: 130,
            render: (_, one) => (
              <InputNumber
                size="small"
                min={0.5}
                max={3000}
                aria-label={text('weight')}
                placeholder={one.weightKg === null ? text('estimated') : String(one.weightKg)}
                value={weights.get(one.animalId) ?? null}
                onChange={(value) => {
                  const next = new Map(weights);
                  if (value === null) next.delete(one.animalId);
                  else next.set(one.animalId, value);
                  onWeights(next);
                }}
              />
            ),
          },
          { title: text('until'), key: 'until', width: 130, render: (_, one) => <UntilTag until={one.until} /> },
        ]}
      />
    </Flex>
  );
}
