import { Card, Col, Row, Typography, theme } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { HomeCounter, HomeSummary } from '#modules/prevention/contract/home/home.ts';
import { everyMode } from '#modules/prevention/contract/screens/screen-drill.ts';

const flags = 'overspeed,farAway,noPlace,noPhoto,noSign,samePhoto,night,stockGap,doseGap,late';
/** What is invalid is measured again and not reviewed. */
const valid = 'qualified,unqualified,negative,positive,suspect';
const lists: Readonly<Record<HomeCounter, { readonly to: string; readonly needs: string; readonly isBad?: boolean }>> =
  {
    toVerify: { to: '/ant/preventionMange/stressRelatedDeaths?status=reported', needs: 'ant:stress:list' },
    toCheck: { to: `/ant/preventionMange/logs?status=questioned&mode=${everyMode}`, needs: 'ant:visit:list' },
    toAccept: { to: '/ant/preventionMange/selfImmune?status=submitted', needs: 'ant:visit:list' },
    flagged: {
      to: `/ant/preventionMange/logs?status=submitted&cleared=false&flag=${flags}`,
      needs: 'ant:visit:list',
      isBad: true,
    },
    toConfirm: { to: '/ant/preventionMange/stressRelatedDeaths?status=verified', needs: 'ant:stress:list' },
    toReview: { to: `/ant/collection/sampleResult?status=entered&conclusion=${valid}`, needs: 'ant:lab:list' },
    uncovered: { to: '/ant/person/preventionStat', needs: 'ant:staff:stat', isBad: true },
    toReceive: { to: '/ant/collection/sampleList?status=sent', needs: 'ant:sample:list' },
    toTest: { to: '/ant/collection/sampleList?status=received', needs: 'ant:sample:list' },
    overdue: { to: '/ant/collection/sampleList?status=received,testing', needs: 'ant:sample:list', isBad: true },
    casesToPay: { to: '/ant/preventionMange/stressRelatedDeaths?status=approved', needs: 'ant:stress:list' },
    quartersToPay: { to: '/ant/person/epidemicQuarter?status=publicised', needs: 'ant:work:quarter' },
  };

/** What waits, each number with its list behind it. */
export function Counters({ counters }: Pick<HomeSummary, 'counters'>) {
  const t = useT();
  const { token } = theme.useToken();
  const { actions } = useSession();
  if (counters.length === 0) return null;
  return (
    <Row gutter={[12, 12]}>
      {counters.map(({ key, n }) => {
        const { to, needs, isBad } = lists[key];
        const figure = (
          <span
            style={{
              fontSize: 24,
              fontVariantNumeric: 'tabular-nums',
              ...(isBad && n > 0 && { color: token.colorErrorText }),
            }}
          >
            {n}
          </span>
        );
        return (
          <Col key={key} xs={12} sm={8} lg={6}>
            <Card size="small">
              <Typography.Text type="secondary">{t.any(`prevention.homePage.counter.${key}`)}</Typography.Text>
              <div>{actions.has(needs) && n > 0 ? <PageLink to={to}>{figure}</PageLink> : figure}</div>
            </Card>
          </Col>
        );
      })}
    </Row>
  );
}
