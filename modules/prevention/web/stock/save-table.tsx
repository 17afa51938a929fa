import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { saveFile } from '#kit/web/api/save-file.ts';
import { useT } from '#kit/web/i18n/i18n.ts';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

interface Props {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

const quoted = (cell: string | number) => {
  const text = String(cell);
  // A spreadsheet would work on what begins like a formula.
  const safe = /^[=+@\t]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** What a statistics table shows, as a file for spreadsheets or on paper. */
export function SaveTable({ title, head, rows }: Props) {
  const t = useT();
  const [isPrinting, setPrinting] = useState(false);
  const save = () => {
    const text = [head, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n');
    saveFile({ blob: new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }), name: `${title}.csv` });
  };
  return (
    <Space>
      <Button icon={<DownloadOutlined aria-hidden />} disabled={rows.length === 0} onClick={save}>
        {t.any('prevention.stock.export')}
      </Button>
      <Button icon={<PrinterOutlined aria-hidden />} disabled={rows.length === 0} onClick={() => setPrinting(true)}>
        {t.any('prevention.stock.print')}
      </Button>
      {isPrinting && (
        <Suspense>
          <PrintSheet title={title} isWide={head.length > 8} onDone={() => setPrinting(false)}>
            <table>
              <thead>
                <tr>
                  {head.map((name) => (
                    <th key={name}>{name}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.join('\t')}>
                    {row.map((cell, at) => (
                      <td key={head[at]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </PrintSheet>
        </Suspense>
      )}
    </Space>
  );
}
