import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, Form, Grid, Space, Tabs, Typography } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { investigationAction } from '#modules/prevention/contract/investigation.ts';
import {
  type InvestigationSection,
  investigationSections,
  type Question,
  questionsOf,
} from '#modules/prevention/contract/investigation-forms.ts';
import {
  type InfoMove,
  type InvestigationInfo,
  investigationInfo,
  prepareInfo,
  saveInfo,
} from '#modules/prevention/contract/investigation-info.ts';
import { Answer } from './answer.tsx';
import { type Draft, InfoHead } from './info-head.tsx';
import { Known } from './known.tsx';
import { Moves } from './moves-table.tsx';
import { useLabel } from './names.tsx';

interface Props {
  readonly id: number;
  onClose(): void;
}

/** 流调表: section by section; what is typed is saved a moment later, so that nothing is lost at the door. */
export function FillForm({ id, onClose }: Props) {
  const { row } = useResourceDetail(investigationInfo, id);
  const t = useT();
  const info = row as unknown as InvestigationInfo | undefined;
  return (
    <Drawer
      open
      size={880}
      onClose={onClose}
      title={
        info ? (
          <span data-record>{`${info.principalIdName ?? ''} · ${info.roleName ?? ''}`}</span>
        ) : (
          t.any('prevention.infoPage.fill')
        )
      }
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {info ? <Sections key={info.id} info={info} onClose={onClose} /> : <Waiting />}
    </Drawer>
  );
}

function Sections({ info, onClose }: { readonly info: InvestigationInfo; onClose(): void }) {
  const t = useT();
  const client = useQueryClient();
  const mayFill = useCan('ant:investigation:fill');
  const sectionOf = useLabel('investigation_section');
  const isWide = Grid.useBreakpoint().md ?? true;
  const transition = useResourceTransition(investigationInfo);
  const text = (key: string, args?: Record<string, string | number>) => t.any(`prevention.infoPage.${key}`, args);
  const isOpen =
    mayFill &&
    ['draft', 'returned'].includes(info.status) &&
    ['draft', 'issued', 'ongoing'].includes(String(info.actionStatus));
  const [draft, setDraft] = useState<Draft>({});
  const [state, setState] = useState<'saved' | 'saving' | 'failed'>('saved');
  const version = useRef(info.version);
  const waiting = useRef<Draft>({});
  const { data: known } = useQuery({
    queryKey: [...resourceKey(investigationInfo), 'prepare', info.id],
    queryFn: () => call(prepareInfo, { query: { id: info.id }, quiet: true }),
  });
  const send = async () => {
    const body = waiting.current;
    if (Object.keys(body).length === 0) return true;
    waiting.current = {};
    setState('saving');
    try {
      const saved = await call(saveInfo, { body: { id: info.id, version: version.current, ...body } });
      version.current = saved.version;
      setState('saved');
      return true;
    } catch {
      waiting.current = { ...body, ...waiting.current };
      setState('failed');
      return false;
    }
  };
  const sendNow = useEffectEvent(() => void send());
  // A moment of quiet, then what changed goes out as one call.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change starts the wait anew
  useEffect(() => {
    const timer = setTimeout(() => sendNow(), 900);
    return () => clearTimeout(timer);
  }, [draft]);
  const set = (part: Draft) => {
    waiting.current = { ...waiting.current, ...part };
    setDraft((was) => ({ ...was, ...part }));
  };
  const answers = (draft.answers ?? info.answers ?? {}) as Record<string, unknown>;
  const answer = (code: string, value: unknown) =>
    set({ answers: { ...answers, [code]: value } as NonNullable<Draft['answers']> });
  const questions = questionsOf(String(info.formCode));
  const close = async () => {
    await send();
    await client.invalidateQueries({ queryKey: resourceKey(investigationInfo) });
    await client.invalidateQueries({ queryKey: resourceKey(investigationAction) });
    onClose();
  };
  const step = async (name: string) => {
    if (await send()) transition.ask(name, [{ ...info, version: version.current } as never]);
  };
  const isAsked = (one: Question) => {
    const value = answers[one.code];
    return (
      one.required &&
      (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    );
  };
  const missing = (section: InvestigationSection) =>
    questions.filter((one) => one.section === section && isAsked(one)).length;
  const body = (section: InvestigationSection) => (
    <Flex vertical gap={4}>
      {section === 'holding' && <InfoHead info={info} draft={draft} set={set} disabled={!isOpen} />}
      <Known section={section} known={known} />
      {section === 'moves' &&
        (['movesIn', 'movesOut'] as const).map((way) => (
          <Moves
            key={way}
            title={t.any(`prevention.investigationInfo.${way}`)}
            value={(draft[way] ?? info[way] ?? []) as InfoMove[]}
            booked={known?.[way] ?? []}
            disabled={!isOpen}
            onChange={(value) => set({ [way]: value })}
          />
        ))}
      {questions
        .filter((one) => one.section === section)
        .map((one) => (
          <Form.Item
            key={one.code}
            label={t.any(`prevention.question.${one.code}`)}
            required={one.required ?? false}
            htmlFor={`q-${one.code}`}
            style={{ marginBlockEnd: 14 }}
          >
            <Answer
              question={one}
              value={answers[one.code]}
              disabled={!isOpen}
              onChange={(value) => answer(one.code, value)}
            />
          </Form.Item>
        ))}
      {section === 'judgement' && (
        <Form.Item label={t.any('prevention.investigationInfo.photoIds')}>
          <AttachmentsField
            bizType="prevention.investigationInfo"
            accept="image/*"
            value={(draft.photoIds ?? info.photoIds ?? []) as number[]}
            {...(isOpen && { onChange: (value: number[]) => set({ photoIds: value }) })}
          />
        </Form.Item>
      )}
    </Flex>
  );
  return (
    <Form layout="vertical">
      {info.returnReason && info.status === 'returned' && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBlockEnd: 12 }}
          title={<span data-record>{text('returned', { reason: info.returnReason })}</span>}
        />
      )}
      <Tabs
        tabPlacement={isWide ? 'start' : 'top'}
        items={investigationSections.map((section) => ({
          key: section,
          label: (
            <span>
              {sectionOf(section)}
              {isOpen && missing(section) > 0 && <Typography.Text type="danger"> *</Typography.Text>}
            </span>
          ),
          children: body(section),
        }))}
      />
      <Flex justify="space-between" align="center" gap={8} wrap style={{ marginBlockStart: 16 }}>
        <Typography.Text type={state === 'failed' ? 'danger' : 'secondary'} aria-live="polite">
          {isOpen ? text(state) : ''}
        </Typography.Text>
        <Space wrap>
          <Button onClick={() => void close()}>{t('kit.close')}</Button>
          {(['return', 'review', 'submit'] as const)
            .filter((name) => info._can.includes(name))
            .map((name) => (
              <Button
                key={name}
                type={name === 'return' ? 'default' : 'primary'}
                danger={name === 'return'}
                onClick={() => void step(name)}
              >
                {t.any(`prevention.investigationInfo._${name}`)}
              </Button>
            ))}
        </Space>
      </Flex>
      {transition.asked && <TransitionDialog transition={transition} />}
    </Form>
  );
}
