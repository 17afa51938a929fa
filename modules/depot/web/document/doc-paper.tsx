import { QRCode } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { paper } from '#kit/web/ui/palette.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { DocData, DocLine } from '#modules/depot/contract/document/doc-view.ts';
import { inPacks } from '#modules/depot/contract/goods/quantity.ts';
import { numberText } from '../common/quantity.tsx';
import { useWords } from './doc-trail.tsx';
import { useUnit, yuan } from './form/quantities.tsx';

interface Props {
  readonly doc: DocData;
  onDone(): void;
}

/** The paper on paper; an issue in two copies, one for each side. */
export function DocPaper({ doc, onDone }: Props) {
  const t = useT();
  const joined = useJoined();
  const typeOf = useWords('stock_doc_type');
  const reasonOf = useWords('stock_reason');
  const text = useTexts('depot.docPage');
  const form = useTexts('depot.docForm');
  const isIssue = doc.docType === 'issueOut';
  const notes = [
    [t('depot.stockIn.docNo'), doc.docNo],
    [form('date'), doc.bizDate],
    [isIssue ? form('from') : form('store'), doc.depotName],
    ...(isIssue ? [[form('to'), [doc.toDepotName, doc.toUnitName].filter(Boolean).join(' · ')]] : []),
    ...(doc.purveyorName ? [[form('purveyor'), doc.purveyorName]] : []),
    ...(doc.holderName ? [[form('holder'), doc.holderName]] : []),
    ...(doc.reason && !isIssue ? [[form('reason'), reasonOf(doc.reason)]] : []),
    ...(doc.requisitionNo ? [[form('requisition'), doc.requisitionNo]] : []),
    ...(doc.temperature !== null ? [[t('depot.issueOut.temperature'), `${doc.temperature} °C`]] : []),
  ];
  const head = notes.map(([label, value]) => <span key={label}>{`${label} ${value}`}</span>);
  const signs = isIssue ? ['signKeeper', 'signCarrier', 'signReceiver'] : ['signMaker', 'signKeeper', 'signChecker'];
  const copy = (name: string | null) => (
    <section key={name}>
      {name && (
        <p style={{ display: 'flex', justifyContent: 'space-between', margin: '4pt 0' }}>
          <strong>{text.any(name)}</strong>
          <span>{doc.docNo}</span>
        </p>
      )}
      <Lines doc={doc} />
      {doc.witnessNames.length > 0 && <p>{`${t('depot.useOut.witnessNames')} ${joined(doc.witnessNames)}`}</p>}
      {doc.remark && <p>{`${form('remark')} ${doc.remark}`}</p>}
      <p style={{ display: 'flex', justifyContent: 'space-between', marginBlock: '18pt 6pt' }}>
        {signs.map((one) => (
          <span key={one}>{`${text.any(one)}：______________`}</span>
        ))}
      </p>
    </section>
  );
  return (
    <PrintSheet title={`${doc.unitName ?? ''} ${typeOf(doc.docType)}`} notes={head} onDone={onDone}>
      {isIssue ? (
        <>
          {copy('copy1')}
          <p style={{ borderTop: '1px dashed #999', textAlign: 'center', fontSize: '8pt', margin: '10pt 0' }}>
            {text('cutHere')}
          </p>
          <p
            style={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: '0 16pt',
              justifyContent: 'space-between',
              fontSize: '9pt',
            }}
          >
            {head}
          </p>
          {copy('copy2')}
        </>
      ) : (
        copy(null)
      )}
    </PrintSheet>
  );
}

function Lines({ doc }: { readonly doc: DocData }) {
  const joined = useJoined();
  const unit = useUnit();
  const text = useTexts('depot.docPage');
  const form = useTexts('depot.docForm');
  const isPriced = doc.docType === 'purchaseIn' && doc.lines.some((line) => line.amount !== null);
  const packs = (line: DocLine) =>
    inPacks(line, line.qty)
      .map((part) => `${numberText(part.n)} ${unit(part.unit, part.n)}`)
      .join(' ');
  const total = doc.lines.reduce((sum, line) => sum + (line.amount ?? 0), 0);
  const sums = new Map<string, number>();
  for (const line of doc.lines) sums.set(line.baseUnit, (sums.get(line.baseUnit) ?? 0) + line.qty);
  return (
    <table>
      <thead>
        <tr>
          <th>{text('no')}</th>
          <th>{form('material')}</th>
          <th>{text('spec')}</th>
          <th>{form('lot')}</th>
          <th>{form('expires')}</th>
          <th>{form('qty')}</th>
          <th>{text('packs')}</th>
          {isPriced && <th>{form('amount')}</th>}
          <th>{form('remark')}</th>
        </tr>
      </thead>
      <tbody>
        {doc.lines.map((line) => (
          <tr key={line.id}>
            <td>{line.lineNo}</td>
            <td>{line.materialName}</td>
            <td>{line.spec}</td>
            <td>{line.segFrom !== null ? `${line.segFrom}–${line.segTo}` : (line.lotNo ?? '-')}</td>
            <td>{line.expireOn ?? '-'}</td>
            <td>{`${numberText(line.acceptedQty ?? line.qty)} ${unit(line.baseUnit, line.acceptedQty ?? line.qty)}`}</td>
            <td>{packs(line)}</td>
            {isPriced && <td>{yuan(line.amount)}</td>}
            <td>{line.fefoReason ?? line.rejectReason ?? line.remark ?? ''}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={5}>{form('total')}</td>
          <td colSpan={2}>{joined([...sums].map(([name, n]) => `${numberText(n)} ${unit(name, n)}`))}</td>
          {isPriced && <td>{yuan(total)}</td>}
          <td />
        </tr>
      </tbody>
    </table>
  );
}

/** A label for each lot: scanned at the shelf, it names material and lot. */
export function LotLabels({ doc, onDone }: Props) {
  const t = useT();
  const lots = doc.lines.filter((line) => line.lotId !== null || line.lotNo);
  return (
    <PrintSheet title={t('depot.docPage.labels')} notes={<span>{doc.docNo}</span>} onDone={onDone}>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: '6pt' }}>
        {lots.map((line) => (
          <div
            key={line.id}
            style={{ display: 'flex', gap: '6pt', border: '0.5pt solid #999', padding: '6pt', breakInside: 'avoid' }}
          >
            <QRCode
              type="svg"
              size={76}
              bordered={false}
              color={paper.black}
              bgColor={paper.white}
              value={line.lotNo ?? ''}
            />
            <div style={{ fontSize: '8.5pt', lineHeight: 1.35 }}>
              <strong>{line.materialName}</strong>
              <div>{line.spec}</div>
              <div>{line.lotNo}</div>
              {line.expireOn && <div>{t('depot.docPage.labelUntil', { day: line.expireOn })}</div>}
            </div>
          </div>
        ))}
      </div>
    </PrintSheet>
  );
}
