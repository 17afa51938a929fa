import { Card, Flex, Select, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { optionOf, optionWithHint } from '#kit/web/ui/option-with-hint.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';

/** The unit of `?id=`; one's own without. */
export function useUnitId(): number | null {
  const { user } = useSession();
  return Number(useUrlState().get('id')) || user.principalId;
}

/** Which unit a page speaks of, and another one by choice. */
export function UnitHead({ children }: { readonly children?: ReactNode }) {
  const t = useT();
  const url = useUrlState();
  const id = useUnitId();
  const [keyword, setKeyword] = useDebounced('');
  const { options, loading } = useRefOptions('registry.principal', keyword, id);
  return (
    <Card size="small">
      <Flex gap={12} align="center" wrap>
        <Typography.Text type="secondary">{t('registry.grants.unit')}</Typography.Text>
        <Select<number>
          aria-label={t('registry.grants.unit')}
          value={id}
          onChange={(next) => url.set({ id: String(next) })}
          options={options.map(optionOf)}
          optionRender={optionWithHint}
          loading={loading}
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          style={{ width: 340, maxWidth: '100%' }}
        />
        {children}
      </Flex>
    </Card>
  );
}
