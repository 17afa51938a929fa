import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, Input, InputNumber, Table, Tag } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { ScanField } from '#kit/web/field/scan-field.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import {
  countStocktake,
  drawStocktakes,
  explainStocktake,
  type SignStocktake,
  signStocktake,
  stocktakeLines,
} from '#modules/sign/contract/papers/stocktake.ts';
import { Code, numberText, StateTabs } from '../common/parts.tsx';

/** 盘点: counted without knowing the book; what differs is explained before it is closed. */
export default function StocktakePage() {
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const mayAdd = useCan('sign:stocktake:add');
  const [open, setOpen] = useState<SignStocktake | null>(null);
  const [drawn, setDrawn] = useState<string | null>(null);
  const draw = async () => {
    const answer = await call(drawStocktakes, { body: { most: 20 } }).catch(() => null);
    if (!answer) return;
    setDrawn(text('drawn', { n: answer.made, due: answer.due }));
    await client.invalidateQueries({ queryKey: resourceKey(signStocktake) });
  };
  return (
    <>
      <ResourcePage
        resource={signStocktake}
        above={() => (
          <StateTabs
            tabs={[
              { key: 'all', label: text('all'), filter: { status: null } },
              { key: 'draft', label: text('tabToCount'), filter: { status: 'draft' } },
              { key: 'counted', label: text('tabExplain'), filter: { status: 'counted,explained' } },
              { key: 'closed', label: text('tabDone'), filter: { status: 'closed' } },
            ]}
          />
        )}
        extra={() =>
          mayAdd ? (
            <Flex gap={8} align="center">
              <Button onClick={() => void draw()}>{text('draw')}</Button>
              {drawn && <span>{drawn}</span>}
            </Flex>
          ) : null
        }
        actions={(row) =>
          row.status === 'closed' && row.missing + row.extra === 0
            ? []
            : [
                {
                  key: 'count',
                  label: row.status === 'draft' ? text('countNow') : text('differences'),
                  run: () => setOpen(row),
                },
              ]
        }
      />
      {open && <Counting row={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Counting({ row, onClose }: { readonly row: SignStocktake; onClose(): void }) {
  const id = useId();
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [bags, setBags] = useState<number | null>(null);
  const [words, setWords] = useState<Record<number, string>>({});
  const { busy, act } = useAct(onClose);
  const isCounting = row.status === 'draft';
  const { data = [] } = useQuery({
    queryKey: ['sign.countLines', row.id],
    enabled: !isCounting,
    queryFn: () => call(stocktakeLines, { query: { id: row.id }, quiet: true }),
  });
  const finish = (work: () => Promise<unknown>) =>
    act(work, () => client.invalidateQueries({ queryKey: resourceKey(signStocktake) }));
  const missing = data.filter((one) => one.difference === 'missing');
  return (
    <Drawer open size={720} title={`${row.docNo} · ${row.holder ?? ''}`} onClose={onClose}>
      {isCounting ? (
        <Flex vertical gap={12}>
          <Alert type="info" showIcon title={text('countHint')} />
          <ScanField
            id={`${id}-scan`}
            onScan={async (scanned) => {
              if (texts.includes(scanned)) return { ok: true, text: text('scannedBefore') };
              setTexts([scanned, ...texts]);
              return { ok: true, text: scanned };
            }}
          />
          <Flex gap={8} wrap>
            {texts.map((one) => (
              <Tag key={one} closable onClose={() => setTexts(texts.filter((other) => other !== one))}>
                {one}
              </Tag>
            ))}
          </Flex>
          <Flex gap={8} align="center">
            <span>{text('bagsSeen')}</span>
            <InputNumber
              min={0}
              value={bags}
              onChange={(value) => setBags(value === null ? null : Number(value))}
              aria-label={text('bagsSeen')}
            />
          </Flex>
          <Button
            type="primary"
            loading={busy}
            onClick={() =>
              finish(() =>
                call(countStocktake, { body: { id: row.id, version: row.version, texts: [...texts], seenBags: bags } }),
              )
            }
          >
            {text('saveCount')}
          </Button>
        </Flex>
      ) : (
        <Flex vertical gap={12}>
          <Table
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={data}
            columns={[
              { key: 'range', title: text('numbers'), render: (_, one) => <Code>{one.shown}</Code> },
              { key: 'count', title: text('count'), align: 'right', render: (_, one) => numberText(one.count) },
              {
                key: 'diff',
                title: text('difference'),
                render: (_, one) =>
                  one.difference ? (
                    <Tag color={one.difference === 'missing' ? 'red' : 'orange'}>
                      {text(one.difference === 'missing' ? 'isMissing' : 'isExtra')}
                    </Tag>
                  ) : (
                    text('agrees')
                  ),
              },
              {
                key: 'reason',
                title: text('words'),
                render: (_, one) =>
                  one.difference === 'missing' && row.status === 'counted' ? (
                    <Input
                      maxLength={200}
                      value={words[one.id] ?? one.reason ?? ''}
                      onChange={(event) => setWords({ ...words, [one.id]: event.target.value })}
                      aria-label={text('words')}
                    />
                  ) : (
                    (one.reason ?? '-')
                  ),
              },
            ]}
          />
          {row.status === 'counted' && missing.length > 0 && (
            <Button
              type="primary"
              loading={busy}
              disabled={missing.some((one) => !(words[one.id] ?? one.reason)?.trim())}
              onClick={() =>
                finish(() =>
                  call(explainStocktake, {
                    body: {
                      id: row.id,
                      version: row.version,
                      lines: missing.map((one) => ({ id: one.id, reason: words[one.id] ?? one.reason ?? '' })),
                    },
                  }),
                )
              }
            >
              {text('explain')}
            </Button>
          )}
        </Flex>
      )}
    </Drawer>
  );
}
