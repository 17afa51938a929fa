import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { FarmArchive } from '#modules/registry/contract/archive/main-file.ts';

/** 养殖档案: nine parts in the order of the law; one without a line is an empty table, for its period was kept too. */
export default function FarmArchivePaper({ archive, onDone }: { readonly archive: FarmArchive; onDone(): void }) {
  const text = useTexts('registry.farmArchive');
  return (
    <PrintSheet
      title={text('title')}
      isWide
      onDone={onDone}
      notes={
        <>
          <span>{`${text('holder')} ${archive.name}`}</span>
          <span>{archive.typeName}</span>
          {archive.farmCode && <span>{`${text('farmCode')} ${archive.farmCode}`}</span>}
          <span>{archive.regionName}</span>
          <span>{text('of', { from: archive.from, to: archive.to })}</span>
        </>
      }
    >
      {archive.parts.map(({ key, columns, rows }, at) => (
        <section key={key} style={{ breakInside: rows.length > 12 ? 'auto' : 'avoid', marginBlockStart: 16 }}>
          <h2 style={{ fontSize: 14, marginBlockEnd: 6 }}>
            {text('part', { no: [...text('numbered')][at] ?? '', name: text(`part_${key}`) })}
          </h2>
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name}>{text.any(`col_${name}`)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a paper may be alike and never move
                <tr key={line}>
                  {row.map((cell, column) => (
                    <td key={columns[column]}>{cell}</td>
                  ))}
                </tr>
              ))}
              {rows.length === 0 && (
                <tr>
                  <td colSpan={columns.length} style={{ textAlign: 'center' }}>
                    {text('nothing', { from: archive.from, to: archive.to })}
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
