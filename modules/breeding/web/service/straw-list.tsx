import { Card, Empty, Flex, Radio, Tag, Typography, theme } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { OfferedStraw } from '#modules/breeding/contract/record/service.ts';
import { percentOf, useLabel } from '../common/use-label.ts';

interface Props {
  readonly straws: readonly OfferedStraw[];
  readonly chosen: number | null;
  readonly rateMinCount?: number;
  onChoose(straw: OfferedStraw): void;
}
const whole = (n: number) => Math.round(n * 1000) / 1000;

/** The straws of the own tank, best first; what she must not have is red and cannot be chosen, and says why. */
export function StrawList({ straws, chosen, rateMinCount = 30, onChoose }: Props) {
  const t = useT();
  const text = useTexts('breeding.servicePage');
  const { token } = theme.useToken();
  const breedOf = useLabel('breed_code');
  const kindOf = useLabel('semen_kind');
  if (straws.length === 0)
    return (
      <Card size="small">
        <Empty description={text('tankEmpty')} />
      </Card>
    );
  const kinText = ({ kin }: OfferedStraw) =>
    kin.pct > 0
      ? `${t.any(`breeding.relation.${kin.relation ?? 'distant'}`)} ${whole(kin.pct)}%`
      : text(kin.known === 'none' ? 'pedigreeUnknown' : 'unrelated');
  return (
    <Radio.Group
      value={chosen}
      aria-label={text('chooseStraw')}
      style={{ display: 'grid', gap: 8 }}
      onChange={({ target }) => {
        const straw = straws.find((one) => one.lotId === target.value);
        if (straw) onChoose(straw);
      }}
    >
      {straws.map((straw) => {
        const isRefused = straw.refused !== null;
        return (
          <Radio
            key={straw.lotId ?? straw.sireCode}
            value={straw.lotId}
            disabled={isRefused}
            styles={{ label: { display: 'flex', flex: 1, gap: 12, alignItems: 'center' } }}
            style={{
              display: 'flex',
              gap: 12,
              alignItems: 'center',
              margin: 0,
              padding: '8px 12px',
              border: `1px solid ${isRefused ? token.colorErrorBorder : chosen === straw.lotId ? token.colorPrimary : token.colorBorderSecondary}`,
              borderRadius: token.borderRadius,
              background: isRefused ? token.colorErrorBg : token.colorBgContainer,
              cursor: isRefused ? 'not-allowed' : 'pointer',
            }}
          >
            <Flex vertical gap={2} style={{ flex: 1, minWidth: 0 }}>
              <Flex gap={8} wrap align="baseline">
                <Typography.Text strong data-record>
                  {straw.sireCode}
                </Typography.Text>
                <span>{breedOf(straw.breed)}</span>
                <Typography.Text type="secondary" data-record>
                  {straw.lotNo}
                </Typography.Text>
                {straw.semenKind !== 'conventional' && <Tag>{kindOf(straw.semenKind)}</Tag>}
                {straw.canisters.length > 0 && (
                  <Typography.Text type="secondary">
                    {text('canister', { n: straw.canisters.join(' ') })}
                  </Typography.Text>
                )}
              </Flex>
              <Flex gap={6} wrap align="center">
                <Tag
                  color={isRefused && straw.refused === 'closeKin' ? 'red' : straw.kin.pct > 0 ? 'orange' : 'default'}
                >
                  {kinText(straw)}
                </Tag>
                {straw.refused && straw.refused !== 'closeKin' && (
                  <Tag color="red">{t.any(`breeding.refusal.${straw.refused}`)}</Tag>
                )}
                {straw.fits === 'wanted' && <Tag color="green">{text('wanted')}</Tag>}
                {straw.warnings.map((one) => (
                  <Tag key={one} color="orange">
                    {t.any(`breeding.warning.${one}`)}
                  </Tag>
                ))}
                {straw.sireStatus === 'retired' && <Tag>{text('retired')}</Tag>}
                <Typography.Text type="secondary">
                  {straw.judged >= rateMinCount
                    ? text('rateOf', {
                        rate: percentOf(straw.pregnant / straw.judged),
                        low: percentOf(straw.low),
                        high: percentOf(straw.high),
                      })
                    : text('tooFew', { n: straw.judged })}
                </Typography.Text>
              </Flex>
            </Flex>
            <Typography.Text strong style={{ fontVariantNumeric: 'tabular-nums' }}>
              {text('straws', { n: straw.left })}
            </Typography.Text>
          </Radio>
        );
      })}
    </Radio.Group>
  );
}
