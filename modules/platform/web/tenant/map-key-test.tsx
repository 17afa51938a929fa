import { useMutation } from '@tanstack/react-query';
import { Button, Flex, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { testMapKey } from '#modules/platform/contract/tenant/tenant-config.ts';

interface Props {
  readonly tenantNo: number;
  readonly principalId?: number | undefined;
  /** What stands in the input; empty: the key in use. */
  readonly value: string;
}

/** Tries the map key before anybody relies on it. */
export function MapKeyTest({ tenantNo, principalId, value }: Props) {
  const t = useT();
  const test = useMutation({
    mutationFn: (key: string) =>
      call(testMapKey, { body: { tenantNo, principalId: principalId ?? null, ...(key && { key }) } }),
  });
  const said = test.variables === value ? test.data : undefined;
  return (
    <Flex gap={8} align="center" style={{ marginTop: 6 }}>
      <Button size="small" loading={test.isPending} onClick={() => test.mutate(value)} data-testid="map-key-test">
        {t('platform.tenantConfig.test')}
      </Button>
      <Typography.Text aria-live="polite" type={said?.outcome === 'works' ? 'success' : 'danger'}>
        {said?.msg}
      </Typography.Text>
    </Flex>
  );
}
