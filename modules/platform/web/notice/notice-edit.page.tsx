import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Form, Input, Modal, Skeleton, Switch, Tag, Typography } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { callOf, type Values } from '#kit/web/resource/resource-calls.ts';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { later } from '#kit/web/ui/later.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { type Audience, sysNotice } from '#modules/platform/contract/notice/sys-notice.ts';
import { useSaveAndMove, WritingFrame } from '../common/writing-frame.tsx';
import { AudienceField } from './audience-field.tsx';
import { AudienceText } from './audience-text.tsx';
import { NoticeBody } from './notice-body.tsx';
import { noticeFiles } from './notice-files.ts';

// Only who writes pays for the editor.
const NoticeEditor = later(async () => (await import('./notice-editor.tsx')).default);

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
  const text = useTexts('platform.noticeEdit');
  const formId = useId();
  const mayPublish = useCan('sys:notice:content:publish');
  const [isPreview, setPreview] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const form = useResourceForm(sysNotice, { id, initial });
  const { values, errors } = form;
  const audience = values.audience as Audience | null;
  const needReceipt = values.needReceipt === true;

  const move = useSaveAndMove(sysNotice, form);
  const busy = form.submitting || move.isPending;
  return (
    <>
      <WritingFrame
        form={form}
        busy={busy}
        saveText={text('saveDraft')}
        main={
          <Card size="small" title={text('words')}>
            <Form.Item
              label={t('platform.sysNotice.title')}
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
              label={t('platform.sysNotice.content')}
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
              label={t('platform.sysNotice.attachments')}
              {...(errors.attachments && { validateStatus: 'error', help: errors.attachments })}
            >
              <AttachmentsField
                {...noticeFiles}
                value={(values.attachments as number[] | null) ?? []}
                onChange={(list) => form.set('attachments', list)}
              />
            </Form.Item>
          </Card>
        }
        side={
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
              <Form.Item label={t('platform.sysNotice.needReceipt')} htmlFor={`${formId}-receipt`}>
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
        }
        before={<Button onClick={() => setPreview(true)}>{text('preview')}</Button>}
        after={
          <>
            <Button onClick={() => move.mutate('submit')} disabled={busy}>
              {t('platform.sysNotice._submit')}
            </Button>
            {mayPublish && (
              <Button type="primary" onClick={() => setAsking(true)} disabled={busy}>
                {t.any(values.scheduledAt ? 'platform.sysNotice._schedule' : 'platform.sysNotice._publish')}
              </Button>
            )}
          </>
        }
      />
      <Modal
        open={isAsking}
        title={text(values.scheduledAt ? 'askSchedule' : 'askPublish')}
        confirmLoading={busy}
        onCancel={() => setAsking(false)}
        onOk={() => move.mutate('publish', { onSettled: () => setAsking(false) })}
      >
        <AudienceText audience={audience ?? { all: true }} />
      </Modal>
      <Modal open={isPreview} title={text('preview')} footer={null} width={720} onCancel={() => setPreview(false)}>
        <Flex vertical gap={12}>
          <Typography.Title level={4} style={{ margin: 0 }}>
            {String(values.title ?? '') || text('untitled')}
          </Typography.Title>
          <Typography.Text type="secondary">
            <AudienceText audience={audience ?? { all: true }} />
            {needReceipt && <Tag style={{ marginInlineStart: 8 }}>{t('platform.sysNotice.needReceipt')}</Tag>}
          </Typography.Text>
          <NoticeBody html={String(values.content ?? '')} />
        </Flex>
      </Modal>
    </>
  );
}
