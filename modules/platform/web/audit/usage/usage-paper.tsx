import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useRegionPath } from '#kit/web/lookups/lookups.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { UsageStats } from '#modules/platform/contract/audit/usage.ts';
import type { UsageAsk } from './usage-search.tsx';

interface Props {
  readonly ask: UsageAsk;
  readonly stats: UsageStats;
  onDone(): void;
}

/** The table on paper, silent townships first. */
export default function UsagePaper({ ask, stats: { sum, towns }, onDone }: Props) {
  const text = useTexts('platform.usage');
  const path = useRegionPath(ask.regionCode);
  const numbers = ['accounts', 'activeUsers', 'logins', 'writes'] as const;
  return (
    <PrintSheet
      title={text('title')}
      onDone={onDone}
      notes={
        <>
          <span>
            {ask.from} – {ask.to}
          </span>
          <span>{path.map((one) => one.name).join(' ')}</span>
          <span>
            {text('activeUsers')} {sum.activeUsers} / {sum.activeAccounts}
          </span>
          <span>
            {text('writingTownships')} {sum.writingTownships} / {sum.townships}
          </span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th>{text('county')}</th>
            <th>{text('town')}</th>
            <th>{text('state')}</th>
            {numbers.map((name) => (
              <th key={name}>{text(name === 'writes' ? 'businessWrites' : name)}</th>
            ))}
            <th>{text('lastWriteOn')}</th>
          </tr>
        </thead>
        <tbody>
          {towns.map((one) => (
            <tr key={one.regionCode}>
              <td>{one.countyName}</td>
              <td>{one.name}</td>
              <td>{text(one.isSilent ? 'silent' : 'writing')}</td>
              {numbers.map((name) => (
                <td key={name}>{one[name]}</td>
              ))}
              <td>{one.lastWriteOn ?? text('longAgo')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
