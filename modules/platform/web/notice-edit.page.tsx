import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Flex, Form, Input, Modal, Row, Skeleton, Switch, Tag, Typography, theme } from 'antd';
import { useId, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { callOf, useChanged, type Values } from '#kit/web/resource/resource-calls.ts';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { later } from '#kit/web/ui/later.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { type Audience, sysNotice } from '#modules/platform/contract/sys-notice.ts';
import { AttachmentsField } from './components/attachments-field.tsx';
import { AudienceField } from './components/audience-field.tsx';
import { AudienceWords } from './components/audience-words.tsx';
import { NoticeBody } from './components/notice-body.tsx';

// Only who writes pays for the editor.
const NoticeEditor = later(async () => (await import('./components/notice-editor.tsx')).default);

const fresh: Values = { type: 'notice', level: 'normal', audience: {}, attachments: [], needReceipt: false };

/** Writes a notice, goes on with the one of `?id=`, or begins with the words of the one of `?copy=`. */
export default function NoticeEditPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  const copyOf = Number(search.get('copy')) || undefined;
  const source = useQuery({
    queryKey: ['platform.sysNotice', 'copy', copyOf],
    queryFn: () => call(callOf(sysNotice, 'detail'), { params: { id: copyOf as number }, quiet: true }),
    enabled: copyOf !== undefined && id === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (source.error) return <Failed error={source.error} onRetry={() => void source.refetch()} />;
  if (source.isLoading) return <Skeleton active />;
  return <NoticeForm key={id ?? `copy ${copyOf}`} id={id} initial={source.data ? copied(source.data) : fresh} />;
}

/** Times and files belong to the one that was sent; the words are what is wanted again. */
const copied = ({ type, level, title, content, audience, needReceipt }: Record<string, unknown>): Values => ({
  ...fresh,
  type,
  level,
  title,
  content: String(content).replace(/<img[^>]*>/g, ''),
  audience,
  needReceipt,
});

function NoticeForm({ id, initial }: { readonly id: number | undefined; readonly initial: Values }) {
  const t = useT();
  const text = (key: string, args?: Record<string, string | number>) => t.any(`platform.noticeEdit.${key}`, args);
  const formId = useId();
  const { token } = theme.useToken();
  const { closePage } = usePage();
  const confirmLeave = useConfirmLeave();
  const changed = useChanged(sysNotice);
  const mayPublish = useCan('sys:notice:content:publish');
  const [isPreview, setPreview] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const form = useResourceForm(sysNotice, { id, initial });
  const { values, errors } = form;
  const audience = values.audience as Audience | null;
  const needReceipt = values.needReceipt === true;

  const move = useMutation({
    mutationFn: async (name: 'publish' | 'submit') => {
      const saved = await form.submit();
      if (!saved) return false;
      const body = { id: saved.id, version: saved.version, name };
      await call(callOf(sysNotice, 'transition'), { body, idempotencyKey: newKey() });
      notify('success', t('ok.done'));
      void changed();
      return true;
    },
    // Saved but not sent, it is a draft in the list; the client has told why.
    onSettled: (done, error) => (done || error) && closePage(),
  });
  const save = async () => {
    if (await form.submit()) closePage();
  };
  const leave = async () => {
    if (form.isDirty && !(await confirmLeave())) return;
    form.restart();
    closePage();
  };
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (form.loading) return <Skeleton active />;
  const busy = form.submitting || move.isPending;
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      <FormNotes form={form} />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={15}>
          <Card size="small" title={text('words')}>
            <Form.Item
              label={t.any('platform.sysNotice.title')}
              htmlFor={`${formId}-title`}
              required
              {...(errors.title && { validateStatus: 'error', help: errors.title })}
            >
              <Input
                id={`${formId}-title`}
                value={String(values.title ?? '')}
                onChange={(event) => form.set('title', event.target.value)}
                onBlur={() => form.blur('title')}
                maxLength={100}
                showCount
              />
            </Form.Item>
            <Form.Item
              label={t.any('platform.sysNotice.content')}
              htmlFor={`${formId}-content`}
              required
              {...(errors.content && { validateStatus: 'error', help: errors.content })}
            >
              <NoticeEditor
                id={`${formId}-content`}
                value={String(values.content ?? '')}
                onChange={(html: string) => form.set('content', html)}
                invalid={errors.content !== undefined}
              />
            </Form.Item>
            <Form.Item
              label={t.any('platform.sysNotice.attachments')}
              {...(errors.attachments && { validateStatus: 'error', help: errors.attachments })}
            >
              <AttachmentsField
                value={(values.attachments as number[] | null) ?? []}
                onChange={(list) => form.set('attachments', list)}
              />
            </Form.Item>
          </Card>
        </Col>
        <Col xs={24} xl={9}>
          <Flex vertical gap={16}>
            <Card size="small" title={text('audience')}>
              <AudienceField
                id={formId}
                value={audience}
                onChange={(next) => form.set('audience', next)}
                problem={errors.audience}
              />
            </Card>
            <Card size="small" title={text('how')}>
              <FormFields id={formId} form={form} names={['type', 'level']} />
              <Form.Item label={t.any('platform.sysNotice.needReceipt')} htmlFor={`${formId}-receipt`}>
                <Switch
                  id={`${formId}-receipt`}
                  checked={needReceipt}
                  onChange={(on) => {
                    form.set('needReceipt', on);
                    if (!on) form.set('receiptBefore', null);
                  }}
                />
              </Form.Item>
              <FormFields
                id={formId}
                form={form}
                names={[...(needReceipt ? ['receiptBefore'] : []), 'scheduledAt', 'linkPath']}
              />
            </Card>
          </Flex>
        </Col>
      </Row>
      <Flex justify="end" gap={8} wrap style={{ ...footer, background: token.colorBgLayout }}>
        <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
        <Button onClick={() => setPreview(true)}>{text('preview')}</Button>
        <Button htmlType="submit" loading={form.submitting} disabled={busy}>
          {text('saveDraft')}
        </Button>
        <Button onClick={() => move.mutate('submit')} disabled={busy}>
          {t.any('platform.sysNotice._submit')}
        </Button>
        {mayPublish && (
          <Button type="primary" onClick={() => setAsking(true)} disabled={busy}>
            {t.any(values.scheduledAt ? 'platform.sysNotice._schedule' : 'platform.sysNotice._publish')}
          </Button>
        )}
      </Flex>
      <Modal
        open={isAsking}
        title={text(values.scheduledAt ? 'askSchedule' : 'askPublish')}
        confirmLoading={busy}
        onCancel={() => setAsking(false)}
        onOk={() => move.mutate('publish', { onSettled: () => setAsking(false) })}
      >
        <AudienceWords audience={audience ?? { all: true }} />
      </Modal>
      <Modal open={isPreview} title={text('preview')} footer={null} width={720} onCancel={() => setPreview(false)}>
        <Flex vertical gap={12}>
          <Typography.Title level={4} style={{ margin: 0 }}>
            {String(values.title ?? '') || text('untitled')}
          </Typography.Title>
          <Typography.Text type="secondary">
            <AudienceWords audience={audience ?? { all: true }} />
            {needReceipt && <Tag style={{ marginInlineStart: 8 }}>{t.any('platform.sysNotice.needReceipt')}</Tag>}
          </Typography.Text>
          <NoticeBody html={String(values.content ?? '')} />
        </Flex>
      </Modal>
    </Form>
  );
}

// Reaches down through the page's own margin, where fields would shine through.
const footer = {
  position: 'sticky',
  bottom: 'calc(-1 * var(--ml-gutter, 16px))',
  paddingBlock: 12,
  zIndex: 5,
} as const;
