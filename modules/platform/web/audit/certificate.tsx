import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { AuditCheck } from '#modules/platform/contract/audit/audit.ts';

/** The result of a check on paper, to be signed. */
export default function Certificate({ check, onDone }: { readonly check: AuditCheck; onDone(): void }) {
  const text = useTexts('platform.audit');
  const facts: [string, string | number][] = [
    [text('certNo'), check.id],
    [text('log'), check.logNames.map((one) => text(one)).join(' · ')],
    [text('checkedAt'), wallTime(check.finishedAt)],
    [text('by'), check.startedBy ?? text('nightly')],
    [text('seals'), check.sealsChecked],
    [text('rows'), check.rowsChecked],
    [text('result'), text(`state.${check.status}`) + (check.brokenCount > 0 ? ` (${check.brokenCount})` : '')],
  ];
  return (
    <PrintSheet title={text('certificate')} onDone={onDone}>
      <p>
        {check.scope === 'days'
          ? text('certText', { from: check.fromDay ?? '', to: check.toDay ?? '' })
          : text('certSample', { to: check.toDay ?? '' })}
      </p>
      <table>
        <tbody>
          {facts.map(([label, value]) => (
            <tr key={label}>
              <th style={{ width: '30%' }}>{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {check.broken.length > 0 && (
        <table>
          <thead>
            <tr>
              {['how', 'log', 'seal', 'row', 'time'].map((name) => (
                <th key={name}>{text.any(name)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {check.broken.map((one) => (
              <tr key={`${one.log}-${one.sealId}-${one.rowId}-${one.what}`}>
                <td>{text(`what.${one.what}`)}</td>
                <td>{text(one.log)}</td>
                <td>{one.sealId ?? '-'}</td>
                <td>{one.rowId ?? '-'}</td>
                <td>{wallTime(one.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p style={{ marginTop: 48 }}>
        {text('sign')}: ____________________ {text('signDate')}: ______________
      </p>
    </PrintSheet>
  );
}
