import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { RecordBook } from '#modules/prevention/contract/household/household.ts';

const columns = ['on', 'species', 'head', 'vaccine', 'lotNo', 'worker', 'sign'] as const;

/** 免疫档案: one page a year, whether anything was done in it or not. */
export default function BookPaper({ book, onDone }: { readonly book: RecordBook; onDone(): void }) {
  const text = useTexts('prevention.book');
  const { options } = useDict('species');
  const speciesName = (code: string) => options.find((one) => one.dictValue === code)?.dictLabel ?? code;
  return (
    <PrintSheet
      title={text('title')}
      onDone={onDone}
      notes={
        <>
          <span>{`${text('holder')} ${book.name}`}</span>
          <span>{`${text('contact')} ${book.contactName}`}</span>
          <span>{book.regionName}</span>
        </>
      }
    >
      {book.years.map(({ year, lines }, at) => (
        <section key={year} style={{ breakBefore: at === 0 ? 'auto' : 'page' }}>
          <h2 style={{ fontSize: 16, marginBlock: 12 }}>{text('year', { year })}</h2>
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name}>{text(name)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((one) => (
                <tr key={`${one.on} ${one.species} ${one.vaccine} ${one.lotNo}`}>
                  <td>{one.on}</td>
                  <td>{speciesName(one.species)}</td>
                  <td>{one.head}</td>
                  <td>{one.vaccine}</td>
                  <td>{one.lotNo}</td>
                  <td>{one.staffName}</td>
                  <td style={{ width: '14%' }}>{one.signId ? text('signed') : ''}</td>
                </tr>
              ))}
              {lines.length === 0 && (
                <tr>
                  <td colSpan={columns.length} style={{ textAlign: 'center' }}>
                    {text('nothing')}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </section>
      ))}
    </PrintSheet>
  );
}
