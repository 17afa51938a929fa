import { Button, Card, Descriptions, Flex, List, Radio, Result, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { answerInvite } from '#modules/cure/contract/room/invite.ts';
import type { JoinShown } from '#modules/cure/contract/society/join.ts';
import { coSignByLink } from '#modules/cure/contract/together/co-consult.ts';
import { JoinPage } from '../society/join-forms.tsx';
import { SignOpinion } from '../together/co-sign.tsx';
import { GuestRoom } from './invite.page.tsx';
import { useInvite } from './use-invite.ts';
import './room.css';

const reasons = ['busy', 'notMyField', 'conflict', 'badNetwork', 'other'] as const;

/** 专家邀请: an expert from outside sees the case without whose it is, says yes or no, and comes into the room. */
export default function ExpertInvitePage() {
  const text = useTexts('cure.invitePage');
  const k = usePage().search.get('k') ?? '';
  const [reason, setReason] = useState<(typeof reasons)[number] | null>(null);
  const { data, error, refetch } = useInvite(k);
  const answer = async (accept: boolean) => {
    await call(answerInvite, { body: { k, accept, reason } });
    await refetch();
  };
  if (data?.kind === 'expertJoin') return <JoinPage k={k} about={data as JoinShown} />;
  if (error || (data && (!('case' in data) || !data.case))) return <Result status="warning" title={text('invalid')} />;
  if (!data || !('case' in data) || !data.case) return <Waiting />;
  const { case: about } = data;
  return (
    <div className="ml-call-page">
      <Card title={text('expertTitle')}>
        <Descriptions column={1} size="small">
          <Descriptions.Item label={text('by')}>
            <span data-record>
              {data.invitedBy} {data.unit}
            </span>
          </Descriptions.Item>
          <Descriptions.Item label={text('about')}>
            <span data-record>
              {data.species} · {data.county} · {data.askedOn}
            </span>
          </Descriptions.Item>
          <Descriptions.Item label={text('signs')}>
            <Flex gap={4} wrap data-record>
              {about.signs.map((sign) => (
                <Tag key={sign}>{sign}</Tag>
              ))}
            </Flex>
          </Descriptions.Item>
          <Descriptions.Item label={text('heads')}>
            {text('headsText', { ill: about.headIll, dead: about.headDead, on: about.onsetOn })}
          </Descriptions.Item>
          {about.temperature !== null && (
            <Descriptions.Item label={text('temperature')}>{about.temperature} °C</Descriptions.Item>
          )}
        </Descriptions>
        {about.animals.map((one) => (
          <Card
            key={JSON.stringify(one)}
            size="small"
            type="inner"
            style={{ marginTop: 8 }}
            title={<span data-record>{one.stage}</span>}
          >
            <Typography.Paragraph data-record>
              {text('animal', { months: one.ageMonths, parity: one.parity, kg: one.weightKg ?? '-' })}
            </Typography.Paragraph>
            <List
              size="small"
              dataSource={one.life.slice(0, 8)}
              renderItem={(event) => (
                <List.Item data-record>
                  {event.on} {event.kind} {event.text}
                </List.Item>
              )}
            />
          </Card>
        ))}
        {about.opinions.map((one) => (
          <Card
            key={one.no}
            size="small"
            type="inner"
            style={{ marginTop: 8 }}
            title={<b data-record>{one.diagnosis}</b>}
          >
            <Typography.Paragraph data-record>
              {one.basis}
              <br />
              {one.advice}
            </Typography.Paragraph>
            {!one.isSigned && (
              <SignOpinion
                onSign={async (agrees, words) => {
                  await call(coSignByLink, { body: { k, no: one.no, agrees, text: words } });
                  await refetch();
                }}
              />
            )}
          </Card>
        ))}
        {data.answer === 'accepted' ? (
          <GuestRoom k={k} name={data.shownName} isRoomOpen={data.isRoomOpen} />
        ) : (
          <Flex vertical gap={8} style={{ marginTop: 16 }}>
            <Flex gap={8}>
              <Button type="primary" onClick={() => void answer(true).catch(() => {})}>
                {text('accept')}
              </Button>
              <Button disabled={reason === null} onClick={() => void answer(false).catch(() => {})}>
                {text('decline')}
              </Button>
            </Flex>
            <Radio.Group
              aria-label={text('reason')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              options={reasons.map((value) => ({ value, label: text(`declineReason.${value}`) }))}
            />
          </Flex>
        )}
      </Card>
    </div>
  );
}
