import { Button, Card, Empty, Flex, Select, Tag, Timeline, Typography } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { useRows } from '#kit/web/use-rows.ts';
import { type InsProductVersion, insProduct, insProductVersion } from '#modules/insurance/contract/product/product.ts';
import { blankVersion } from './blank-version.ts';
import { VersionForm } from './version-form.tsx';

/** 险种版本: the versions of a product along time, and one of them in full. */
export default function VersionPage() {
  const text = useTexts('insurance.version');
  const { search, setSearch } = usePage();
  const productId = Number(search.get('productId')) || 0;
  const id = Number(search.get('id')) || 0;
  const products = useRows(insProduct, {}, 1, 100);
  const go = (next: Record<string, string>) => setSearch(new URLSearchParams(next), { replace: true });
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Select
          style={{ minInlineSize: 260 }}
          aria-label={text('choose')}
          placeholder={text('choose')}
          value={productId || null}
          options={(products.data?.rows ?? []).map((one) => ({ value: one.id, label: one.name }))}
          onChange={(value: number | null) => go({ productId: String(value ?? '') })}
        />
      </Card>
      {productId === 0 ? (
        <Empty description={text('choose')} />
      ) : (
        <Versions
          key={productId}
          productId={productId}
          id={id}
          onOpen={(open) => go({ productId: String(productId), id: String(open) })}
        />
      )}
    </Flex>
  );
}

interface Props {
  readonly productId: number;
  readonly id: number;
  onOpen(id: number): void;
}
const colours = { draft: 'gray', pending: 'orange', published: 'green', retired: 'red' } as const;

function Versions({ productId, id, onOpen }: Props) {
  const t = useT();
  const text = useTexts('insurance.version');
  const mayEdit = useCan('ins:product:edit');
  const { data } = useRows(insProductVersion, { productId: String(productId), sort: 'versionNo:desc' }, 1, 100);
  const transition = useResourceTransition(insProductVersion);
  const [copied, setCopied] = useState<InsProductVersion | null>(null);
  if (!data) return <Waiting />;
  const shown = data.rows.find((one) => one.id === id) ?? data.rows[0];
  const before = shown && data.rows.find((one) => one.versionNo < shown.versionNo);
  return (
    <Flex gap={12} wrap align="start">
      <Card size="small" title={text('versions')} style={{ inlineSize: 280 }}>
        {mayEdit && (
          <Button block style={{ marginBlockEnd: 12 }} onClick={() => setCopied(shown ?? blankVersion())}>
            {text('newVersion')}
          </Button>
        )}
        <Timeline
          items={data.rows.map((one) => ({
            key: one.id,
            color: colours[one.status],
            content: (
              <Flex vertical align="start">
                <TextButton onClick={() => onOpen(one.id)}>{`v${one.versionNo} · ${one.statusName}`}</TextButton>
                <Typography.Text type="secondary">
                  {`${one.saleFrom} – ${one.saleTo ?? ''} · ${moneyText(one.sumInsured)}`}
                </Typography.Text>
              </Flex>
            ),
          }))}
        />
      </Card>
      <div style={{ flex: 1, minInlineSize: 320 }}>
        {copied ? (
          <VersionForm
            key={`copy ${copied.id}`}
            productId={productId}
            from={copied}
            before={copied}
            isNew
            onDone={(made) => {
              setCopied(null);
              if (made) onOpen(made);
            }}
          />
        ) : (
          shown && (
            <>
              <Flex gap={8} wrap style={{ marginBlockEnd: 8 }}>
                <Tag color={colours[shown.status]}>{shown.statusName}</Tag>
                {shown._can
                  .filter((name) => name in (insProductVersion.transitions ?? {}))
                  .map((name) => (
                    <Button key={name} size="small" onClick={() => transition.ask(name, [shown as never])}>
                      {t.any(`insurance.insProductVersion._${name}`)}
                    </Button>
                  ))}
                {shown.returnReason && <Typography.Text type="danger">{shown.returnReason}</Typography.Text>}
              </Flex>
              <VersionForm
                key={`${shown.id} ${shown.version}`}
                productId={productId}
                from={shown}
                before={before ?? null}
                isNew={false}
                onDone={() => {}}
              />
            </>
          )
        )}
      </div>
      {transition.asked && <TransitionDialog transition={transition} />}
    </Flex>
  );
}
