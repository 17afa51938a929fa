import { Badge, Card, Empty, Flex, List, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { CasePage } from '#modules/cure/contract/consult/case.ts';
import { coSign } from '#modules/cure/contract/together/co-consult.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { CoSigns, SignOpinion } from '../together/co-sign.tsx';
import { InviteExperts } from '../together/invite-experts.tsx';
import { UntilTag } from '../withdrawal/until-tag.tsx';

interface Props {
  readonly data: CasePage;
  onChanged(): void;
}

/** Who takes part, what was decided, what was prescribed, and who asks again when. */
export function CaseSide({ data, onChanged }: Props) {
  const text = useTexts('cure.casePage');
  const together = useTexts('cure.coConsult');
  const [inviting, setInviting] = useState(false);
  const newest = data.opinions[0];
  const sign = async (agrees: boolean, words: string) => {
    await call(coSign, { body: { consultId: data.id, no: newest?.no ?? 0, agrees, text: words } });
    onChanged();
  };
  return (
    <Flex vertical gap={12}>
      <Card
        size="small"
        title={text('parties')}
        extra={data.me.mayInvite && <TextButton onClick={() => setInviting(true)}>{together('invite')}</TextButton>}
      >
        <Flex vertical gap={6}>
          {data.parties.map((one) => (
            <Flex key={one.userId} gap={8} align="center">
              <Badge status={one.isHere ? 'success' : 'default'} />
              <span data-record>{one.name}</span>
              <Typography.Text type="secondary">
                <DictName dict="consult_party_role" value={one.role} />
              </Typography.Text>
            </Flex>
          ))}
        </Flex>
      </Card>
      <Card size="small" title={text('opinions')}>
        {data.opinions.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noOpinion')} />}
        {data.opinions.map((one) => (
          <Flex vertical gap={4} key={one.no} style={{ marginBottom: 12 }}>
            <Flex gap={6} align="center" wrap>
              <b data-record>{one.diagnosis}</b>
              <Tag>
                <DictName dict="diagnosis_certainty" value={one.certainty} />
              </Tag>
              {one.replacesNo !== null && <Tag color="warning">{text('replaces', { n: one.replacesNo })}</Tag>}
              {one.suspectAnswer === 'yes' && <Tag color="error">{text('suspected')}</Tag>}
            </Flex>
            <Typography.Text type="secondary">
              {one.expert} {wallTime(one.at).slice(0, 16)}
            </Typography.Text>
            <Typography.Paragraph style={{ margin: 0 }} data-record>
              <b>{text('basis')}</b> {one.basis}
            </Typography.Paragraph>
            <Typography.Paragraph style={{ margin: 0 }} data-record>
              <b>{text('advice')}</b> {one.advice}
            </Typography.Paragraph>
            <Flex gap={4} wrap>
              {one.isolate && <Tag color="warning">{text('isolate')}</Tag>}
              {one.protectPeople && <Tag color="error">{text('protect')}</Tag>}
              {one.visitNeeded && <Tag color="processing">{text('visit')}</Tag>}
            </Flex>
            <CoSigns of={one} />
            {data.me.mayCoSign && one === newest && <SignOpinion onSign={sign} />}
          </Flex>
        ))}
      </Card>
      <Card size="small" title={text('sheets')}>
        {data.sheets.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noSheet')} />}
        {data.sheets.map((one) => (
          <Flex vertical gap={4} key={one.id} style={{ marginBottom: 8 }}>
            <Flex gap={8} align="center" wrap>
              <PageLink to={`/cure/prescription/list?docNo=${encodeURIComponent(one.docNo)}`}>{one.docNo}</PageLink>
              <Tag>
                <DictName dict="prescription_status" value={one.status} />
              </Tag>
            </Flex>
            <span data-record>{one.medicines}</span>
            {one.meatUntil && (
              <Flex gap={6} align="center">
                {text('until')} <UntilTag until={one.meatUntil} isOpen={['issued', 'running'].includes(one.status)} />
              </Flex>
            )}
          </Flex>
        ))}
      </Card>
      {data.followUps.length > 0 && (
        <Card size="small" title={text('followUps')}>
          <List
            size="small"
            dataSource={data.followUps}
            renderItem={(one) => (
              <List.Item>
                {one.dueOn} <DictName dict="follow_up_way" value={one.way} />{' '}
                <DictName dict={one.result ? 'consult_outcome' : 'follow_up_status'} value={one.result ?? one.status} />
              </List.Item>
            )}
          />
        </Card>
      )}
      {inviting && <InviteExperts consultId={data.id} onClose={() => setInviting(false)} onDone={onChanged} />}
    </Flex>
  );
}
