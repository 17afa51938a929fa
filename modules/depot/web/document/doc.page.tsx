import { EditOutlined, PrinterOutlined, QrcodeOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Descriptions, Empty, Flex, Tabs, Tag, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type DocData, docById } from '#modules/depot/contract/document/doc-view.ts';
import { DocPaper, LotLabels } from './doc-paper.tsx';
import { Moves, Steps, useWords } from './doc-trail.tsx';
import { DocForm } from './form/doc-form.tsx';
import { DocLines } from './form/doc-lines.tsx';
import { type DocKind, docKinds } from './kinds.ts';
import { usePaperSteps } from './use-paper-steps.tsx';

/** 单据详情: any paper of the store: its lines, what it did to the ledger, the steps it went, and what it looks like on paper. */
export default function DocPage() {
  const t = useT();
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['depot.doc', id],
    queryFn: () => call(docById, { query: { id: id as number }, quiet: true }),
    enabled: id !== null,
  });
  if (id === null)
    return (
      <Card>
        <Empty description={t('depot.docPage.noDoc')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  return data.docType === 'stocktake' ? null : (
    <Paper doc={data} kind={docKinds[data.docType]} onChanged={() => void refetch()} />
  );
}

interface Props {
  readonly doc: DocData;
  readonly kind: DocKind;
  onChanged(): void;
}

function Paper({ doc, kind, onChanged }: Props) {
  const t = useT();
  const text = useTexts('depot.docPage');
  const [printing, setPrinting] = useState<'paper' | 'labels' | null>(null);
  const [isEditing, setEditing] = useState(false);
  const mayEdit = useCan(kind.mayEdit);
  const typeOf = useWords('stock_doc_type');
  const { row } = useResourceDetail(kind.resource, doc.id);
  // The row is renewed by every write; the paper follows it.
  if (row && row.version > doc.version) setTimeout(onChanged, 0);
  const steps = usePaperSteps(kind);
  const actionsOf = useRowActions(kind.resource, {
    detail: () => {},
    edit: () => {},
    remove: () => {},
    transition: (name: string, row: Row) => steps.take(name, [row]),
  });
  const buttons = (shown: Row) =>
    [...actionsOf(shown), ...steps.more(shown)].filter(({ key }) => key !== 'detail' && key !== 'remove');
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" align="center" gap={12} wrap>
          <Flex gap={10} align="center" wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {doc.docNo}
            </Typography.Title>
            <Typography.Text type="secondary">{typeOf(doc.docType)}</Typography.Text>
            <Status value={doc.status} />
            {doc.reversalOf && (
              <Tag color="purple">
                <PageLink to={`/pri/depot/doc?id=${doc.reversalOf.id}`}>
                  {text('reversalOf', { docNo: doc.reversalOf.docNo })}
                </PageLink>
              </Tag>
            )}
          </Flex>
          <Flex gap={8} wrap>
            {row && mayEdit && row.status === 'draft' && row.kept === true && (
              <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
                {t('kit.edit')}
              </Button>
            )}
            {row &&
              buttons(row).map(({ key, label, danger = false, run }) => (
                <Button
                  key={key}
                  danger={danger}
                  {...(key === kind.next || key === 'post' || key === 'receive' ? { type: 'primary' as const } : {})}
                  onClick={run}
                >
                  {label}
                </Button>
              ))}
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting('paper')}>
              {text('print')}
            </Button>
            {doc.lines.some((line) => line.lotNo) && (
              <Button icon={<QrcodeOutlined aria-hidden />} onClick={() => setPrinting('labels')}>
                {text('printLabels')}
              </Button>
            )}
          </Flex>
        </Flex>
        {doc.reversedBy && (
          <Alert
            type="warning"
            showIcon
            style={{ marginBlockStart: 12 }}
            title={
              <PageLink to={`/pri/depot/doc?id=${doc.reversedBy.id}`}>
                {text('reversedBy', { docNo: doc.reversedBy.docNo })}
              </PageLink>
            }
          />
        )}
        {doc.shortQty > 0 && (
          <Alert
            type="error"
            showIcon
            style={{ marginBlockStart: 12 }}
            title={text('settleText', { n: doc.shortQty })}
          />
        )}
        <Facts doc={doc} />
      </Card>
      <Card size="small">
        <Tabs
          items={[
            { key: 'lines', label: `${text('lines')} (${doc.lines.length})`, children: <DocLines doc={doc} /> },
            { key: 'moves', label: text('moves'), children: <Moves id={doc.id} version={doc.version} /> },
            { key: 'steps', label: text('steps'), children: <Steps kind={kind} id={doc.id} version={doc.version} /> },
          ]}
        />
      </Card>
      {steps.dialogs}
      {isEditing && (
        <DocForm
          kind={kind}
          id={doc.id}
          onClose={() => {
            setEditing(false);
            onChanged();
          }}
        />
      )}
      {printing === 'paper' && <DocPaper doc={doc} onDone={() => setPrinting(null)} />}
      {printing === 'labels' && <LotLabels doc={doc} onDone={() => setPrinting(null)} />}
    </Flex>
  );
}

function Status({ value }: { readonly value: string }) {
  const { options } = useDict('stock_doc_status');
  const one = options.find(({ dictValue }) => dictValue === value);
  return <Tag {...(one?.color && { color: one.color })}>{one?.dictLabel ?? value}</Tag>;
}

/** Only what this paper has to say. */
function Facts({ doc }: { readonly doc: DocData }) {
  const joined = useJoined();
  const reasonOf = useWords('stock_reason');
  const purposeOf = useWords('req_purpose');
  const receiptOf = useWords('receipt_way');
  const form = useTexts('depot.docForm');
  const label = useTexts('depot');
  const record = (value: ReactNode) => <span data-record>{value}</span>;
  const isIssue = doc.docType === 'issueOut';
  const all: [string, ReactNode][] = [
    [form('date'), doc.bizDate],
    [isIssue ? form('from') : form('store'), record(`${doc.depotName}${doc.unitName ? ` · ${doc.unitName}` : ''}`)],
    [
      isIssue ? form('to') : form('box'),
      doc.toDepotName && record(`${doc.toDepotName}${doc.toUnitName ? ` · ${doc.toUnitName}` : ''}`),
    ],
    [form('purveyor'), doc.purveyorName && record(doc.purveyorName)],
    [form('holder'), doc.holderName && record(doc.holderName)],
    [form('user'), doc.docType === 'useOut' && doc.staffName ? record(doc.staffName) : null],
    [form('reason'), doc.reason && reasonOf(doc.reason)],
    [form('purpose'), doc.purpose && purposeOf(doc.purpose)],
    [form('requisition'), doc.requisitionNo && record(doc.requisitionNo)],
    [label('issueOut.carrier'), doc.carrier && record(doc.carrier)],
    [
      label(isIssue ? 'issueOut.temperature' : 'stockIn.temperature'),
      doc.temperature !== null && `${doc.temperature} °C`,
    ],
    [label('stockIn.createdByName'), doc.madeBy && record(`${doc.madeBy} ${wallTime(doc.madeAt)}`)],
    [
      label('stockIn.checkedByName'),
      doc.checkedBy && record(`${doc.checkedBy} ${doc.checkedAt ? wallTime(doc.checkedAt) : ''}`),
    ],
    [label('issueOut.dispatchedAt'), doc.dispatchedAt && wallTime(doc.dispatchedAt)],
    [
      label('issueOut.receivedByName'),
      doc.receivedBy && record(`${doc.receivedBy} ${doc.receivedAt ? wallTime(doc.receivedAt) : ''}`),
    ],
    [label('issueOut.receivedHow'), doc.receivedHow && receiptOf(doc.receivedHow)],
    [label('useOut.witnessNames'), doc.witnessNames.length > 0 && record(joined(doc.witnessNames))],
    [form('remark'), doc.remark && record(doc.remark)],
    [
      label('docPage.files'),
      doc.fileIds.length > 0 && <AttachmentsField value={doc.fileIds} bizType="depot.stockIn" />,
    ],
  ];
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 2, lg: 3 }}
      style={{ marginBlockStart: 12 }}
      items={all.flatMap(([name, value]) => (value ? [{ key: name, label: name, children: value }] : []))}
    />
  );
}
