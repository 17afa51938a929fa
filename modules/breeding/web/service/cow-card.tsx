import { Card, Descriptions, Flex, Tag, Timeline, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { PreparedService } from '#modules/breeding/contract/record/service.ts';
import { useLabel } from '../common/use-label.ts';

const colours: Readonly<Record<string, string>> = { open: 'default', served: 'blue', pregnant: 'green' };
const results: Readonly<Record<string, string>> = {
  pregnant: 'green',
  calved: 'green',
  normal: 'green',
  empty: 'red',
  repeated: 'orange',
  aborted: 'red',
};

/** Who she is, how she stands, and what she has been through. */
export function CowCard({ prepared: { cow, history } }: { readonly prepared: PreparedService }) {
  const text = useTexts('breeding.servicePage');
  const breedOf = useLabel('breed_code');
  const stateOf = useLabel('breeding_cycle_status');
  const outcomeOf = useLabel('insemination_outcome');
  const methodOf = useLabel('preg_method');
  const resultOf = useLabel('preg_result');
  const fitOf = useLabel('calving_fit');
  const wordOf = (one: PreparedService['history'][number]) =>
    one.kind === 'service' ? outcomeOf(one.code) : one.kind === 'check' ? resultOf(one.code) : fitOf(one.code);
  return (
    <Card size="small">
      <Flex gap={8} align="center" wrap>
        <Typography.Title level={4} style={{ margin: 0 }} data-record>
          <PageLink to={`/improve/base/animalDetail?id=${cow.animalId}`}>
            {cow.earTag.slice(0, -6)}
            <strong>{cow.earTag.slice(-6)}</strong>
          </PageLink>
        </Typography.Title>
        <Tag color={colours[cow.cycleStatus] ?? 'default'}>{stateOf(cow.cycleStatus)}</Tag>
        {cow.setAside && <Tag color="red">{text('setAside')}</Tag>}
        {!cow.isMine && <Tag color="red">{text('notMine')}</Tag>}
      </Flex>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        style={{ marginBlockStart: 8 }}
        items={[
          {
            key: 'holder',
            label: text('holder'),
            children: <span data-record>{`${cow.holder} · ${cow.region}`}</span>,
          },
          { key: 'age', label: text('age'), children: text('months', { n: cow.ageMonths }) },
          { key: 'breed', label: text('breed'), children: breedOf(cow.breed) },
          { key: 'parity', label: text('parity'), children: cow.parity },
          { key: 'calved', label: text('lastCalved'), children: cow.lastCalvedOn ?? '-' },
          { key: 'heats', label: text('heats'), children: cow.heats },
          {
            key: 'served',
            label: text('lastServed'),
            children: cow.lastServedOn ? `${cow.lastServedOn} ${cow.lastSireCode ?? ''}` : '-',
          },
          {
            key: 'parents',
            label: text('parents'),
            children: <span data-record>{`${cow.fatherCode ?? '?'} × ${cow.motherTag ?? '?'}`}</span>,
          },
        ]}
      />
      {history.length > 0 && (
        <Timeline
          style={{ marginBlockStart: 12, marginBlockEnd: -16 }}
          items={history.slice(0, 6).map((one) => ({
            key: `${one.kind}${one.id}`,
            color: results[one.code] ?? 'gray',
            content: (
              <Flex gap={8} wrap>
                <span>{one.on}</span>
                <span>{text(`kind_${one.kind}`)}</span>
                <span data-record>{one.kind === 'check' ? methodOf(one.text) : one.text}</span>
                <Typography.Text type="secondary">{wordOf(one)}</Typography.Text>
              </Flex>
            ),
          }))}
        />
      )}
    </Card>
  );
}
