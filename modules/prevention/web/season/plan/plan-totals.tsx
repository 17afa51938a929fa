import { useQuery } from '@tanstack/react-query';
import { Flex, Typography, theme } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { coverageStat } from '#modules/prevention/contract/season/coverage.ts';
import { numberText, pctText } from '../../common/days.ts';

interface Props {
  readonly seasonId: number;
  readonly regionCode: number | undefined;
  readonly diseaseCode: string | undefined;
}

/** Due, done and coverage of the place by disease, under the rows. */
export function PlanTotals({ seasonId, regionCode, diseaseCode }: Props) {
  const language = useLanguage();
  const { token } = theme.useToken();
  const text = useTexts('prevention.planPage');
  const figure = useTexts('prevention.coveragePage');
  const query = {
    seasonId,
    ...(regionCode && { parentCode: regionCode }),
    ...(diseaseCode && { diseaseCode }),
  };
  const { data } = useQuery({
    queryKey: ['prevention.coverage', query, language],
    queryFn: () => call(coverageStat, { query, quiet: true }),
    placeholderData: (before) => before,
  });
  if (!data) return null;
  return (
    <Flex
      gap="4px 24px"
      wrap
      align="baseline"
      role="status"
      aria-label={text('totals')}
      style={{ borderBlockStart: `1px solid ${token.colorBorderSecondary}`, paddingBlockStart: 8 }}
    >
      <Typography.Text strong data-record>
        {`${text('totals')} · ${data.parentName ?? ''}`}
      </Typography.Text>
      <span style={{ fontVariantNumeric: 'tabular-nums' }}>
        {(['due', 'done', 'remaining'] as const).map((what) => (
          <span key={what} style={{ marginInlineEnd: 12 }}>
            <Typography.Text type="secondary">{`${figure(what)} `}</Typography.Text>
            <Typography.Text strong>{numberText(data.total.total[what])}</Typography.Text>
          </span>
        ))}
      </span>
      {data.diseases
        .filter((one) => data.total.diseases[one.code])
        .map((one) => {
          const figures = data.total.diseases[one.code];
          return (
            <span key={one.code} style={{ fontVariantNumeric: 'tabular-nums' }}>
              <Typography.Text type="secondary">{`${one.name} `}</Typography.Text>
              {`${numberText(figures?.done ?? 0)} / ${numberText(figures?.due ?? 0)} `}
              <Typography.Text strong>{pctText(figures?.coverage ?? null)}</Typography.Text>
            </span>
          );
        })}
      <span style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Typography.Text type="secondary">{`${text('householdsDone')} `}</Typography.Text>
        {`${numberText(data.total.householdsDone)} / ${numberText(data.total.households)}`}
      </span>
    </Flex>
  );
}
