import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Flex, Form, Grid, Space, Tabs, Typography } from 'antd';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { investigationAction } from '#modules/prevention/contract/outbreak/investigation.ts';
import {
  type InvestigationSection,
  investigationSections,
  type Question,
  questionsOf,
} from '#modules/prevention/contract/outbreak/investigation-forms.ts';
import {
  type InfoMove,
  type InvestigationInfo,
  investigationInfo,
  prepareInfo,
} from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { Answer } from './answer.tsx';
import { autosave, joined, type SaveState } from './autosave.ts';
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
  const form = useRef<OpenForm>(null);
  const info = row as unknown as InvestigationInfo | undefined;
  return (
    <Drawer
      open
      size={880}
      onClose={() => (form.current ? form.current.close() : onClose())}
      title={
        info ? (
          <span data-record>{`${info.principalIdName ?? ''} · ${info.roleName ?? ''}`}</span>
        ) : (
          t('prevention.infoPage.fill')
        )
      }
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {info ? <Sections key={info.id} ref={form} info={info} onClose={onClose} /> : <Waiting />}
    </Drawer>
  );
}

interface OpenForm {
  close(): void;
}

interface SectionsProps {
  readonly info: InvestigationInfo;
  readonly ref: Ref<OpenForm>;
  onClose(): void;
}

function Sections({ info, ref, onClose }: SectionsProps) {
  const t = useT();
  const client = useQueryClient();
  const mayFill = useCan('ant:investigation:fill');
  const sectionOf = useLabel('investigation_section');
  const isWide = Grid.useBreakpoint().md ?? true;
  const transition = useResourceTransition(investigationInfo);
  const text = useTexts('prevention.infoPage');
  const isOpen =
    mayFill &&
    ['draft', 'returned'].includes(info.status) &&
    ['draft', 'issued', 'ongoing'].includes(String(info.actionStatus));
  const [draft, setDraft] = useState<Draft>({});
  const [state, setState] = useState<SaveState>('saved');
  const [saver] = useState(() => autosave(info, setState));
  const confirmLeave = useConfirmLeave();
  const { data: known } = useQuery({
    queryKey: [...resourceKey(investigationInfo), 'prepare', info.id],
    queryFn: () => call(prepareInfo, { query: { id: info.id }, quiet: true }),
  });
  // The tab may go without asking anybody.
  useEffect(() => () => void saver.flush(), [saver]);
  const set = (part: Draft) => {
    saver.set(part);
    setDraft((was) => joined(was, part));
  };
  const answers: Record<string, unknown> = { ...(info.answers as object | null), ...draft.answers };
  const answer = (code: string, value: unknown) => set({ answers: { [code]: value } as NonNullable<Draft['answers']> });
  const questions = questionsOf(String(info.formCode));
  const close = async () => {
    if (!(await saver.flush()) && !(await confirmLeave())) return;
    saver.drop();
    void client.invalidateQueries({ queryKey: resourceKey(investigationInfo) });
    void client.invalidateQueries({ queryKey: resourceKey(investigationAction) });
    onClose();
  };
  useImperativeHandle(ref, () => ({ close: () => void close() }));
  const step = async (name: string) => {
    if (await saver.flush())
      transition.ask(name, [{ ...info, version: Math.max(info.version, saver.version()) } as never]);
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
        <Form.Item label={t('prevention.investigationInfo.photoIds')}>
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
