import { Alert, Button, Descriptions, Drawer, Flex, Table, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { formatLtv, headValueOf } from '#modules/bank/contract/product/value-arithmetic.ts';
import { recomputeValue, type ValueHead } from '#modules/bank/contract/product/values.ts';
import { useDictLabel } from './dict-label.ts';
import { useHeads } from './use-value.ts';

interface Props {
  readonly creditLineId: number;
  readonly name: string;
  onClose(): void;
}
/** The animals behind a line's value, each with what it is computed from, and the day once more from what was stored. */
export function HeadsDrawer({ creditLineId, name, onClose }: Props) {
  const text = useTexts('bank.value');
  const stageOf = useDictLabel('stage');
  const { data, error, refetch } = useHeads(creditLineId);
  const [told, setTold] = useState<{ equal: boolean; n: number; ltv: number | null } | null>(null);
  const { busy, act } = useAct(() => {});
  const again = (day: string) =>
    act(
      () => call(recomputeValue, { body: { creditLineId, day } }),
      (done) => setTold({ equal: done.equal, n: done.differing.length, ltv: done.recomputed.ltv }),
    );
  return (
    <Drawer open size="large" title={text('headsOf', { no: name })} onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : (
        <Flex vertical gap={8}>
          <Flex justify="space-between" align="center" gap={8} wrap>
            <span>{data.day ? text('day', { day: data.day }) : text('noDay')}</span>
            {data.day && (
              <Button size="small" loading={busy} onClick={() => again(data.day ?? '')}>
                {text('recompute')}
              </Button>
            )}
          </Flex>
          {told && (
            <Alert
              type={told.equal ? 'success' : 'error'}
              title={told.equal ? `${text('equal')} · ${formatLtv(told.ltv)} %` : text('differs', { n: told.n })}
            />
          )}
          <Table
            size="small"
            rowKey="animalId"
            dataSource={data.heads}
            pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
            scroll={{ x: 640 }}
            expandable={{ expandedRowRender: (one) => <HeadSteps head={one} /> }}
            columns={[
              {
                key: 'earTag',
                title: text('earTag'),
                render: (_, one) => (
                  <PageLink to={`/bank/animals/detail?animalId=${one.animalId}`}>{one.earTag}</PageLink>
                ),
              },
              { key: 'stage', title: text('stage'), render: (_, one) => stageOf(one.stage) },
              { key: 'weight', title: text('weight'), align: 'right', render: (_, one) => <Weight head={one} /> },
              {
                key: 'cuts',
                title: text('cuts'),
                render: (_, one) =>
                  one.cuts.map((code) => (
                    <Tag key={code} color="orange">
                      {text(`cut_${code}` as 'cut_unseen')}
                    </Tag>
                  )),
              },
              { key: 'value', title: text('book'), align: 'right', render: (_, one) => moneyText(one.valueCents) },
              {
                key: 'eligible',
                title: text('eligible'),
                align: 'right',
                render: (_, one) => moneyText(one.eligibleCents),
              },
            ]}
          />
        </Flex>
      )}
    </Drawer>
  );
}

function Weight({ head }: { readonly head: ValueHead }) {
  const text = useTexts('bank.value');
  if (head.weightKg === null) return <span>-</span>;
  return (
    <span>
      {`${head.weightKg.toFixed(2)} kg`}
      {head.weightFrom === 'standard' && <Tag style={{ marginInlineStart: 4 }}>{text('estimate')}</Tag>}
    </span>
  );
}

function HeadSteps({ head }: { readonly head: ValueHead }) {
  const text = useTexts('bank.calc');
  // Its cut is known: any rule that names it computes the same.
  const rule = { unseenCut: head.cutPct, uninsuredCut: head.cutPct };
  const { steps } = headValueOf({ ...head, unit: head.unit as 'head' | 'kg' | null }, rule);
  return (
    <Descriptions
      size="small"
      column={1}
      items={steps.map((one) => ({
        key: one.name,
        label: text(one.name as 'value'),
        children: `${one.how} = ${moneyText(one.cents)}`,
      }))}
    />
  );
}
