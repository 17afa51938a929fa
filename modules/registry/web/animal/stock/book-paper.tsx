import type { DataOf } from '#kit/contract/endpoint.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { stockBook } from '#modules/registry/contract/animal/stock-book.ts';

interface Props {
  readonly book: DataOf<typeof stockBook>;
  readonly filter: { readonly principalId?: number | undefined; readonly from: string; readonly to: string };
  onDone(): void;
}

/** The book as the farm archive wants it: date, births, in, out, deaths and culls, stock, signature. */
export default function BookPaper({ book, filter, onDone }: Props) {
  const text = useTexts('registry.ledger');
  const { options } = useRefOptions('registry.principal', '', filter.principalId);
  const name = options.find((one) => one.id === filter.principalId)?.name;
  return (
    <PrintSheet
      title={text('title')}
      isWide
      onDone={onDone}
      notes={
        <>
          <span>{`${text('holder')} ${name ?? text('wholeHerd')}`}</span>
          <span>{`${text('periodRange')} ${filter.from} – ${filter.to}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            {[
              'period',
              'opening',
              'born',
              'bought',
              'transferIn',
              'recovered',
              'transferOut',
              'sold',
              'slaughtered',
            ].map((key) => (
              <th key={key}>{text.any(key)}</th>
            ))}
            {['died', 'culled', 'missing', 'closing', 'signature'].map((key) => (
              <th key={key}>{text.any(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {book.rows.map((row) => (
            <tr key={row.period}>
              <td>{row.period}</td>
              <td>{row.opening}</td>
              <td>{row.born}</td>
              <td>{row.bought}</td>
              <td>{row.transferIn}</td>
              <td>{row.recovered}</td>
              <td>{row.transferOut}</td>
              <td>{row.sold}</td>
              <td>{row.slaughtered}</td>
              <td>{row.died}</td>
              <td>{row.culled}</td>
              <td>{row.missing}</td>
              <td>{row.closing}</td>
              <td style={{ width: '12%' }} />
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
