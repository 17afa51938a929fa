import { useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { enterprise } from '#modules/prevention/contract/household/enterprise.ts';
import { changeShowFlag } from '#modules/registry/contract/principal/enterprise.ts';
import { CoverageBar } from './coverage-bar.tsx';

const detailPath = (id: number) => `/ant/animalProtection/householdDetail?id=${id}`;

/** 云企业: the registry's enterprises with what prevention did there; shown on the screens or not. */
export default function CloudEnterprisePage() {
  const text = useTexts('prevention.enterprise');
  const { openPage } = usePage();
  const client = useQueryClient();
  const mayShow = useCan('pri:enterprise:show');
  const show = async (id: number, on: boolean) => {
    await call(changeShowFlag, { query: { id, showFlag: on ? '1' : '0' } }).catch(() => null);
    await client.invalidateQueries({ queryKey: resourceKey(enterprise) });
  };
  return (
    <ListPage
      resource={enterprise}
      cells={{
        coverage: (row) => <CoverageBar coverage={row.coverage} due={row.due} done={row.done} />,
        showFlag: (row) => (
          <Switch
            size="small"
            aria-label={text('showFlag')}
            checked={row.showFlag}
            disabled={!mayShow || !row.hasProfile}
            onChange={(on) => void show(row.id, on)}
          />
        ),
      }}
      onOpen={(row) => openPage(detailPath(row.id))}
    />
  );
}
