import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Flex, Form, Input, Radio, Select } from 'antd';
import { useEffect, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { type CasePage, opine } from '#modules/cure/contract/consult/case.ts';
import { DictSelect } from '../common/dict-select.tsx';
import { dropKept, keep, readKept } from '../common/kept.ts';
import { RefSelect } from '../common/ref-select.tsx';

interface Props {
  readonly data: CasePage;
  onClose(): void;
  onSaved(): void;
}

/** R8: what was typed and with which key it is sent survive leaving the page; sent twice it is one opinion. */
interface Typed {
  readonly diagnosisTagId: number | null;
  readonly certainty: 'suspected' | 'clinical' | 'confirmed';
  readonly suspectAnswer: 'yes' | 'no' | null;
  readonly suspectDisease: string | null;
  readonly basis: string;
  readonly advice: string;
  readonly flags: readonly string[];
  readonly followDays: number[];
  readonly key: string;
}
const blank = (): Typed => ({
  diagnosisTagId: null,
  certainty: 'clinical',
  suspectAnswer: null,
  suspectDisease: null,
  basis: '',
  advice: '',
  flags: [],
  followDays: [3],
  key: newKey(),
});

/** Beside the conversation, not over it. Where signs speak for a notifiable disease the question must be answered. */
export function OpinionDrawer({ data, onClose, onSaved }: Props) {
  const text = useTexts('cure.opinionForm');
  const { userId } = useSession().user;
  const draft = `opinion.${data.id}`;
  const [typed] = useState(() => readKept<Typed>(userId, draft) ?? blank());
  const [diagnosisTagId, setDiagnosis] = useState(typed.diagnosisTagId);
  const [certainty, setCertainty] = useState(typed.certainty);
  const [suspectAnswer, setSuspect] = useState(typed.suspectAnswer);
  const [suspectDisease, setDisease] = useState(typed.suspectDisease);
  const [basis, setBasis] = useState(typed.basis);
  const [advice, setAdvice] = useState(typed.advice);
  const [flags, setFlags] = useState(typed.flags);
  const [followDays, setFollowDays] = useState(typed.followDays);
  const { key } = typed;
  useEffect(() => {
    keep(userId, draft, {
      diagnosisTagId,
      certainty,
      suspectAnswer,
      suspectDisease,
      basis,
      advice,
      flags,
      followDays,
      key,
    } satisfies Typed);
  }, [userId, draft, diagnosisTagId, certainty, suspectAnswer, suspectDisease, basis, advice, flags, followDays, key]);
  const last = data.opinions[0]?.no ?? null;
  const save = useMutation({
    mutationFn: () =>
      call(opine, {
        body: {
          consultId: data.id,
          version: data.version,
          diagnosisTagId: diagnosisTagId ?? 0,
          certainty,
          suspectAnswer,
          suspectDisease: suspectAnswer === 'yes' ? suspectDisease : null,
          basis,
          advice,
          isolate: flags.includes('isolate'),
          protectPeople: flags.includes('protect'),
          visitNeeded: flags.includes('visit'),
          followDays,
          replacesNo: data.status === 'inProgress' ? null : last,
        },
        idempotencyKey: key,
      }),
    onSuccess: () => {
      dropKept(userId, draft);
      onSaved();
      onClose();
    },
  });
  const isReady =
    diagnosisTagId !== null &&
    basis.trim().length >= 10 &&
    advice.trim().length >= 10 &&
    (!data.redFlag || suspectAnswer !== null) &&
    (suspectAnswer !== 'yes' || suspectDisease !== null);
  return (
    <Drawer
      open
      title={text(last ? 'amendTitle' : 'title')}
      size={480}
      mask={false}
      onClose={onClose}
      footer={
        <Flex justify="end" gap={8}>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button type="primary" disabled={!isReady} loading={save.isPending} onClick={() => save.mutate()}>
            {text('save')}
          </Button>
        </Flex>
      }
    >
      <Form layout="vertical">
        <Form.Item label={text('diagnosis')} required>
          <RefSelect
            of="cure.cureTag"
            where="kind=disease&status=enabled"
            label={text('diagnosis')}
            value={diagnosisTagId}
            onChange={setDiagnosis}
          />
        </Form.Item>
        <Form.Item label={text('certainty')} required>
          <DictSelect
            dict="diagnosis_certainty"
            label={text('certainty')}
            value={certainty}
            onChange={(value) => setCertainty(value as typeof certainty)}
          />
        </Form.Item>
        {data.redFlag && (
          <Form.Item label={text('suspect')} required extra={text('suspectHint')}>
            <Radio.Group
              value={suspectAnswer}
              onChange={(event) => setSuspect(event.target.value as 'yes' | 'no')}
              options={[
                { value: 'yes', label: text('yes') },
                { value: 'no', label: text('no') },
              ]}
            />
          </Form.Item>
        )}
        {suspectAnswer === 'yes' && (
          <Form.Item label={text('disease')} required>
            <DictSelect dict="ant_disease" label={text('disease')} value={suspectDisease} onChange={setDisease} />
          </Form.Item>
        )}
        <Form.Item label={text('basis')} htmlFor="o-basis" required extra={text('tenWords')}>
          <Input.TextArea
            id="o-basis"
            rows={3}
            maxLength={2000}
            value={basis}
            onChange={(event) => setBasis(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={text('advice')} htmlFor="o-advice" required extra={text('tenWords')}>
          <Input.TextArea
            id="o-advice"
            rows={4}
            maxLength={2000}
            value={advice}
            onChange={(event) => setAdvice(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={text('measures')}>
          <Checkbox.Group
            value={[...flags]}
            onChange={(values) => setFlags(values as string[])}
            options={(['isolate', 'protect', 'visit'] as const).map((value) => ({
              value,
              label: text(`measure.${value}`),
            }))}
          />
        </Form.Item>
        <Form.Item label={text('follow')}>
          <Select<number[]>
            mode="multiple"
            aria-label={text('follow')}
            value={followDays}
            onChange={setFollowDays}
            options={[1, 2, 3, 5, 7, 14, 30].map((n) => ({ value: n, label: text('days', { n }) }))}
          />
        </Form.Item>
      </Form>
    </Drawer>
  );
}
