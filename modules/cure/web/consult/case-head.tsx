import { VideoCameraOutlined } from '@ant-design/icons';
import { Alert, Button, Card, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import { transitionKey } from '#kit/contract/resource.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { CasePage } from '#modules/cure/contract/consult/case.ts';
import { consult } from '#modules/cure/contract/consult/consult.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { callAbout } from '../room/current-call.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { OpinionDrawer } from './opinion-drawer.tsx';
import { UrgencyTag } from './urgency-tag.tsx';

interface Props {
  readonly data: CasePage;
  onChanged(): void;
}

/** Where the case stands, how late it is, and what the reader may do now. */
export function CaseHead({ data, onChanged }: Props) {
  const t = useT();
  const text = useTexts('cure.casePage');
  const { openPage } = usePage();
  const [panel, setPanel] = useState<string | null>(null);
  const isLate = data.answeredAt === null && data.answerDue !== null && Date.parse(data.answerDue) < Date.now();
  const steps = data.can.filter((name) => name in (consult.transitions ?? {}));
  const transition = useResourceTransition(consult, onChanged);
  const row = { id: data.id, version: data.version, docNo: data.docNo, _can: data.can };
  const close = () => setPanel(null);
  return (
    <Card size="small">
      <Flex gap={12} wrap align="center" justify="space-between">
        <Flex gap={8} wrap align="center">
          <Typography.Title level={5} style={{ margin: 0 }} data-record>
            {data.docNo}
          </Typography.Title>
          <UrgencyTag urgency={data.urgency} />
          <Tag color="processing">
            <DictName dict="consult_status" value={data.status} />
          </Tag>
          <Typography.Text data-record>{data.holder}</Typography.Text>
          <Typography.Text type="secondary" data-record>
            {data.place}
          </Typography.Text>
          {data.answerDue && data.answeredAt === null && (
            <Typography.Text type={isLate ? 'danger' : 'secondary'}>
              {text('due', { at: wallTime(data.answerDue).slice(5, 16) })}
            </Typography.Text>
          )}
        </Flex>
        <Flex gap={8} wrap>
          {data.me.mayOpine && (
            <Button type="primary" onClick={() => setPanel('opinion')}>
              {text(data.opinions.length > 0 ? 'amend' : 'opine')}
            </Button>
          )}
          {data.me.mayCall && (
            <Button icon={<VideoCameraOutlined aria-hidden />} onClick={() => void callAbout(data.id).catch(() => {})}>
              {text('call')}
            </Button>
          )}
          {data.me.mayPrescribe && (
            <Button
              onClick={() => openPage(`/cure/prescription/issue?consultId=${data.id}&principalId=${data.principalId}`)}
            >
              {text('prescribe')}
            </Button>
          )}
          {data.me.mayAssign && <Button onClick={() => setPanel('assign')}>{text('assign')}</Button>}
          {steps.map((name) => (
            <Button key={name} danger={name === 'cancel'} onClick={() => transition.ask(name, [row])}>
              {t.any(transitionKey(consult, name))}
            </Button>
          ))}
        </Flex>
      </Flex>
      {data.redFlag && data.status !== 'closed' && (
        <Alert
          type="error"
          showIcon
          style={{ marginTop: 8 }}
          title={text('redFlag')}
          description={text('redFlagText')}
        />
      )}
      {panel === 'opinion' && <OpinionDrawer data={data} onClose={close} onSaved={onChanged} />}
      {panel === 'assign' && <AssignDialog consultId={data.id} onClose={close} onDone={onChanged} />}
      <TransitionDialog transition={transition} />
    </Card>
  );
}
