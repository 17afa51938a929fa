import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { antDisease, immuneProgramme } from '#modules/prevention/contract/settings/programme.ts';
import { TabSwitch } from './tab-switch.tsx';

/** 病种与免疫程序: what is immunised against, and by which rules, nearest region first. */
export default function ProgrammePage() {
  const t = useT();
  const { search } = usePage();
  const { user } = useSession();
  const tab = search.get('tab') === 'programmes' ? 'programmes' : 'diseases';
  const tabs = (['diseases', 'programmes'] as const).map((value) => ({
    value,
    label: t.any(`prevention.setting.${value}`),
  }));
  const modes = <TabSwitch tabs={tabs} value={tab} />;
  if (tab === 'programmes')
    return (
      <ResourcePage
        key="programmes"
        resource={immuneProgramme}
        extra={() => modes}
        form={{ initial: { regionCode: user.regionCode, minGapDays: 21, seasonScope: 'all', banOn: [] } }}
      />
    );
  return (
    <ResourcePage
      key="diseases"
      resource={antDisease}
      extra={() => modes}
      cells={{
        programmes: (row) => (
          <PageLink to={`/ant/sysSet/programme?tab=programmes&diseaseCode=${row.code}`}>{row.programmes}</PageLink>
        ),
      }}
      form={{
        initial: {
          coverageTarget: 100,
          antibodyTarget: 70,
          stressWindowHours: 72,
          compulsory: false,
          humanRisk: false,
          orderNum: 100,
        },
      }}
    />
  );
}
