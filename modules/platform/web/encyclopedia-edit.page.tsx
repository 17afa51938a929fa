import { useMutation } from '@tanstack/react-query';
import { Button, Card, Col, Flex, Form, Row, Skeleton, theme } from 'antd';
import { useId } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { later } from '#kit/web/ui/later.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { uploadMenuFile } from '#modules/platform/contract/files.ts';
import { sysEncyclopedia } from '#modules/platform/contract/sys-encyclopedia.ts';
import { PhoneFrame, withAddresses } from './encyclopedia/phone-frame.tsx';
import { OwnField } from './reference/own-fields.tsx';
import { PictureField, publicPicture } from './reference/picture-field.tsx';

// Only who writes pays for the editor.
const NoticeEditor = later(async () => (await import('./components/notice-editor.tsx')).default);

const sendPicture = async (file: File) => ({
  ...(await call(uploadMenuFile, { body: {}, file })),
  fileName: file.name,
});
const addressOf = async (fileId: string) => publicPicture(Number(fileId));

/** Writes an article, or goes on with the one of `?id=`; beside it stands what readers will see. */
export default function EncyclopediaEditPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  return <ArticleForm key={id ?? 'new'} id={id} />;
}

function ArticleForm({ id }: { readonly id: number | undefined }) {
  const t = useT();
  const text = (key: string) => t.any(`platform.sysEncyclopedia.${key}`);
  const formId = useId();
  const { token } = theme.useToken();
  const { closePage } = usePage();
  const confirmLeave = useConfirmLeave();
  const changed = useChanged(sysEncyclopedia);
  const mayPublish = useCan('sys:encyclopedia:publish');
  const form = useResourceForm(sysEncyclopedia, { id });
  const { options } = useDict('baike_category');
  const { values } = form;
  const publish = useMutation({
    mutationFn: async () => {
      const saved = await form.submit();
      if (!saved) return false;
      await call(callOf(sysEncyclopedia, 'transition'), {
        body: { ...saved, name: 'publish' },
        idempotencyKey: newKey(),
      });
      notify('success', t('ok.done'));
      void changed();
      return true;
    },
    // Saved but not published, it is a draft in the list; the client has told why.
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
  const cover = values.cover as number | null;
  const category = options.find((one) => one.dictValue === values.category)?.dictLabel;
  const busy = form.submitting || publish.isPending;
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      <FormNotes form={form} />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={15}>
          <Flex vertical gap={16}>
            <Card size="small" title={text('words')}>
              <FormFields id={formId} form={form} names={['title']} />
              <OwnField form={form} formId={formId} name="content">
                <NoticeEditor
                  id={`${formId}-content`}
                  label={text('content')}
                  value={String(values.content ?? '')}
                  onChange={(html: string) => form.set('content', html)}
                  invalid={form.errors.content !== undefined}
                  send={sendPicture}
                  addressOf={addressOf}
                />
              </OwnField>
            </Card>
            <Card size="small" title={text('facts')}>
              <FormFields id={formId} form={form} names={['category', 'species', 'tags', 'source', 'author', 'hot']} />
              <OwnField form={form} formId={formId} name="cover">
                <PictureField
                  id={`${formId}-cover`}
                  value={cover}
                  onChange={(value) => form.set('cover', value)}
                  uploadText={text('uploadCover')}
                />
              </OwnField>
            </Card>
          </Flex>
        </Col>
        <Col xs={24} xl={9}>
          <Card size="small" title={text('phone')}>
            <PhoneFrame
              title={String(values.title ?? '') || text('untitled')}
              coverUrl={cover === null ? null : publicPicture(cover)}
              meta={[category, values.source].filter(Boolean).join(' · ')}
              html={withAddresses(String(values.content ?? ''))}
            />
          </Card>
        </Col>
      </Row>
      <Flex justify="end" gap={8} wrap style={{ ...footer, background: token.colorBgLayout }}>
        <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
        <Button htmlType="submit" loading={form.submitting} disabled={busy}>
          {text('save')}
        </Button>
        {mayPublish && (
          <Button type="primary" onClick={() => publish.mutate()} disabled={busy}>
            {text('savePublish')}
          </Button>
        )}
      </Flex>
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
