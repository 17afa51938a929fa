import { Tabs } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { insAgreement, insConsent } from '#modules/insurance/contract/coinsurance/coinsurance.ts';

/** 共保审核: what each insurer was asked, and what they agreed on. */
export default function ExaminePage() {
  const text = useTexts('insurance.coinsPage');
  const { search, setSearch } = usePage();
  const isMaker = useCan('ins:coins:edit');
  const tab = search.get('tab') ?? (isMaker ? 'agreements' : 'consents');
  const tabs = (
    <Tabs
      activeKey={tab}
      onChange={(key) => setSearch(new URLSearchParams({ tab: key }), { replace: true })}
      items={[
        { key: 'consents', label: text('consents') },
        { key: 'agreements', label: text('agreements') },
      ]}
    />
  );
  return tab === 'agreements' ? (
    <ResourcePage key="agreements" resource={insAgreement} above={() => tabs} />
  ) : (
    <ResourcePage key="consents" resource={insConsent} isOwn={false} above={() => tabs} />
  );
}
