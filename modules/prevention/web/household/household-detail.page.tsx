import { Empty, Flex } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useUnitId } from '#modules/registry/web/index.ts';
import { HouseholdView } from './household-view.tsx';

/** 养殖户详情: the registry's archive of a holder with prevention first; a household's own without `?id=`. */
export default function HouseholdDetailPage() {
  const t = useT();
  const id = useUnitId();
  if (id === null) return <Empty description={t('prevention.householdFile.choose')} />;
  return (
    <Flex vertical gap={12}>
      <HouseholdView key={id} id={id} />
    </Flex>
  );
}
