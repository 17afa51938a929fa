import { use } from 'react';
import { loadTexts, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { EarTagPage } from '#modules/device/web/index.ts';

/** The words of the page shown here, which is another module's. */
const texts = loadTexts('device');

/** 蓝牙耳标: the device module's list; the row rules leave the tags on pledged animals. */
export default function BankBluetoothPage() {
  use(texts);
  const text = useTexts('bank.alarmsPage');
  const { openPage } = usePage();
  const { actions } = useSession();
  return (
    <EarTagPage
      actions={({ placeName }) =>
        placeName && actions.has('bank:animal:list')
          ? [{ key: 'animal', label: text('animal'), run: () => openPage(`/bank/animals?keyword=${placeName}`) }]
          : []
      }
    />
  );
}
