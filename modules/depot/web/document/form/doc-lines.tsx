import { Flex, Table, Tag, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { DocData, DocLine } from '#modules/depot/contract/document/doc-view.ts';
import { Expiry } from '../../common/expiry.tsx';
import { numberText, Quantity } from '../../common/quantity.tsx';
import { useUnit, yuan } from './quantities.tsx';

/** The lines of a paper as they stand. */
export function DocLines({ doc }: { readonly doc: DocData }) {
  const unit = useUnit();
  const form = useTexts('depot.docForm');
  const text = useTexts('depot.docPage');
  const isPriced = doc.lines.some((line) => line.amount !== null);
  const isTold = doc.docType === 'purchaseIn' || doc.docType === 'issueOut';
  const toldOf = (line: DocLine) => (doc.docType === 'issueOut' ? line.receivedQty : line.acceptedQty);
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={doc.lines}
      scroll={{ x: 900 }}
      columns={[
        { key: 'no', title: text('no'), width: 52, dataIndex: 'lineNo' },
        {
          key: 'material',
          title: form('material'),
          width: 200,
          render: (_, line) => (
            <Flex vertical>
              <span data-record>{line.materialName}</span>
              <Typography.Text type="secondary" style={{ fontSize: 12 }} data-record>
                {line.spec}
              </Typography.Text>
            </Flex>
          ),
        },
        {
          key: 'lot',
          title: form('lot'),
          width: 160,
          render: (_, line) => (
            <Flex vertical>
              <span data-record>{line.lotNo ?? (doc.docType === 'issueOut' ? form('auto') : '-')}</span>
              <Typography.Text type="secondary" style={{ fontSize: 12 }} data-record>
                {line.manufacturer}
              </Typography.Text>
            </Flex>
          ),
        },
        { key: 'expires', title: form('expires'), width: 190, render: (_, line) => <Expiry on={line.expireOn} /> },
        {
          key: 'qty',
          title: form('qty'),
          width: 140,
          render: (_, line) => <Quantity of={line} qty={line.qty} isStacked />,
        },
        ...(isTold
          ? [
              {
                key: 'told',
                title: text(doc.docType === 'issueOut' ? 'received' : 'accepted'),
                width: 150,
                render: (_: unknown, line: DocLine) => {
                  const told = toldOf(line);
                  if (told === null) return '-';
                  const less = line.qty - told;
                  return (
                    <Flex vertical>
                      <span>
                        {numberText(told)} {unit(line.baseUnit, told)}
                      </span>
                      {less > 0 && (
                        <Typography.Text type="danger" style={{ fontSize: 12 }}>
                          {text('less', { n: numberText(less) })} {line.diffReason ?? line.rejectReason}
                        </Typography.Text>
                      )}
                    </Flex>
                  );
                },
              },
            ]
          : []),
        ...(isPriced
          ? [
              {
                key: 'amount',
                title: form('amount'),
                width: 110,
                align: 'right' as const,
                render: (_: unknown, line: DocLine) => yuan(line.amount),
              },
            ]
          : []),
        {
          key: 'remark',
          title: form('remark'),
          render: (_, line) => (
            <Flex vertical gap={2} align="start">
              {line.fefoReason && <Tag color="warning">{text('fefo')}</Tag>}
              <span data-record>
                {[line.fefoReason, line.shortLifeReason, line.tempReason, line.remark].filter(Boolean).join('；') ||
                  '-'}
              </span>
            </Flex>
          ),
        },
      ]}
    />
  );
}
