import { use } from 'react';
import { loadTexts, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { AlarmPage } from '#modules/platform/web/index.ts';

/** The words of the page shown here, which is another module's. */
const texts = loadTexts('platform');

/** 预警管理: the platform's list, of which the bank's people see what concerns their collateral (R41). */
export default function BankAlarmsPage() {
  use(texts);
  const text = useTexts('bank.alarmsPage');
  const { openPage } = usePage();
  const { actions } = useSession();
  return (
    <AlarmPage
      more={({ animalId, subjectName }) => [
        ...(actions.has('bank:animal:list') && animalId
          ? [
              {
                key: 'animal',
                label: text('animal'),
                run: () => openPage(`/bank/animals?keyword=${subjectName ?? ''}`),
              },
            ]
          : []),
        ...(actions.has('bank:video:list')
          ? [{ key: 'video', label: text('video'), run: () => openPage('/bank/video') }]
          : []),
        ...(actions.has('bank:count:list')
          ? [{ key: 'count', label: text('count'), run: () => openPage('/bank/stocktake') }]
          : []),
      ]}
    />
  );
}
