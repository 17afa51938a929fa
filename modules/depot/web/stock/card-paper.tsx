import type { DataOf } from '#kit/contract/endpoint.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { CardLine, ledgerCard } from '#modules/depot/contract/stock/stock-move.ts';
import { numberText } from '../common/quantity.tsx';

interface Props {
  readonly card: DataOf<typeof ledgerCard>;
  otherOf(line: CardLine): string;
  readonly depotId: number;
  readonly materialId: number;
  readonly range: readonly [string, string];
  onDone(): void;
}

/** The bound ledger's page: day, voucher, summary, in, out, balance, lot, expiry, keeper. */
export default function CardPaper({ card, otherOf, depotId, materialId, range, onDone }: Props) {
  const text = useTexts('depot.stockLedger');
  const store = useRefOptions('depot.depot', '', depotId).options.find((one) => one.id === depotId)?.name;
  const goods = useRefOptions('depot.material', '', materialId).options.find((one) => one.id === materialId)?.name;
  return (
    <PrintSheet
      title={text('cardTitle')}
      isWide
      onDone={onDone}
      notes={
        <>
          <span>{`${text('store')} ${store ?? ''}`}</span>
          <span>{`${text('material')} ${goods ?? ''}`}</span>
          <span>{`${range[0]} – ${range[1]}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            {['day', 'voucher', 'other', 'into', 'out', 'balance', 'lot', 'expiry', 'keeper'].map((key) => (
              <th key={key}>{text.any(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{range[0]}</td>
            <td colSpan={4}>{text('opening')}</td>
            <td>{numberText(card.opening)}</td>
            <td colSpan={3} />
          </tr>
          {card.lines.map((line) => (
            <tr key={line.id}>
              <td>{line.bizDate}</td>
              <td>{line.docNo ?? ''}</td>
              <td>{otherOf(line)}</td>
              <td>{line.into ? numberText(line.into) : ''}</td>
              <td>{line.out ? numberText(line.out) : ''}</td>
              <td>{numberText(line.balance)}</td>
              <td>{line.lotNo}</td>
              <td>{line.expireOn ?? ''}</td>
              <td>{line.byName ?? ''}</td>
            </tr>
          ))}
          <tr>
            <td>{range[1]}</td>
            <td colSpan={2}>{text('closing')}</td>
            <td>{numberText(card.into)}</td>
            <td>{numberText(card.out)}</td>
            <td>{numberText(card.closing)}</td>
            <td colSpan={3} />
          </tr>
        </tbody>
      </table>
    </PrintSheet>
  );
}
