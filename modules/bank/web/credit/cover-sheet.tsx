import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { CreditLine } from '#modules/bank/contract/credit/credit-line.ts';
import { useFile } from './use-file.ts';

/** The cover of the file on paper: what was granted, who took which step, and what lies inside. */
export function CoverSheet({ data, onDone }: { readonly data: CreditLine; onDone(): void }) {
  const t = useT();
  const text = useTexts('bank.creditPage');
  const { data: file } = useFile(data.id);
  if (!file) return null;
  const label = (name: string) => t.any(`bank.creditLine.${name}`);
  const rows: [string, string][] = [
    [label('clientId'), data.clientIdName ?? ''],
    [label('bankName'), data.bankName ?? ''],
    [label('productId'), data.productIdName ?? ''],
    [label('approvedAmount'), data.approvedAmount === null ? '-' : moneyText(data.approvedAmount)],
    [label('validTo'), data.validTo ? `${data.validFrom} – ${data.validTo}` : '-'],
    [label('balance'), moneyText(data.balance)],
  ];
  return (
    <PrintSheet title={text('cover')} notes={`${data.docNo} · ${data.statusName ?? ''}`} onDone={onDone}>
      <table>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th>{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <thead>
          <tr>
            <th>{text('step')}</th>
            <th>{text('at')}</th>
            <th>{text('by')}</th>
          </tr>
        </thead>
        <tbody>
          {file.steps.map((one) => (
            <tr key={`${one.name} ${one.at}`}>
              <td>{t.any(`bank.creditLine._${one.name}`)}</td>
              <td>{wallTime(one.at)}</td>
              <td>{one.by ?? '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <tbody>
          {Object.entries(file.counts).map(([name, n]) => (
            <tr key={name}>
              <th>{t.any(`bank.creditPage.index_${name}`)}</th>
              <td>{n}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
