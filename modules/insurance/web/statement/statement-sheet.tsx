import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { useRows } from '#kit/web/use-rows.ts';
import { type InsStatement, insStatementLine } from '#modules/insurance/contract/statement/statement.ts';
import { useLabel } from '../common/inputs.tsx';

/** The statement on paper, with a place for both seals. */
export function StatementSheet({ statement, onDone }: { readonly statement: InsStatement; onDone(): void }) {
  const t = useT();
  const text = useTexts('insurance.statementPage');
  const kindOf = useLabel('ins_statement_source');
  const { data } = useRows(insStatementLine, { statementId: String(statement.id) }, 1, 200);
  const label = (name: string) => t.any(`insurance.insStatement.${name}`);
  const of = (name: string) => t.any(`insurance.insStatementLine.${name}`);
  if (!data) return null;
  return (
    <PrintSheet
      title={text('sheetTitle')}
      notes={`${statement.docNo} · ${statement.period} · ${statement.statusName ?? ''}`}
      onDone={onDone}
    >
      <table>
        <tbody>
          <tr>
            <th>{label('insurer')}</th>
            <td>{statement.insurer}</td>
            <th>{label('payer')}</th>
            <td>{`${statement.payer ?? statement.payerCode} ${statement.regionCodeName ?? ''}`}</td>
          </tr>
          <tr>
            <th>{label('head')}</th>
            <td>{statement.head}</td>
            <th>{label('total')}</th>
            <td>{moneyText(statement.total)}</td>
          </tr>
          <tr>
            <th>{label('received')}</th>
            <td>{moneyText(statement.received)}</td>
            <th>{label('owed')}</th>
            <td>{moneyText(statement.owed)}</td>
          </tr>
        </tbody>
      </table>
      <table>
        <thead>
          <tr>
            <th>{of('sourceNo')}</th>
            <th>{of('sourceKind')}</th>
            <th>{of('onDate')}</th>
            <th>{of('head')}</th>
            <th>{of('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.id}>
              <td>{row.sourceNo}</td>
              <td>{kindOf(row.sourceKind)}</td>
              <td>{row.onDate}</td>
              <td>{row.head}</td>
              <td>{moneyText(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.total > data.rows.length && <p>{text('sheetMore', { n: data.total - data.rows.length })}</p>}
      <table>
        <tbody>
          <tr style={{ blockSize: '32mm' }}>
            <td>{text('sealInsurer')}</td>
            <td>{text('sealTreasury')}</td>
          </tr>
        </tbody>
      </table>
    </PrintSheet>
  );
}
