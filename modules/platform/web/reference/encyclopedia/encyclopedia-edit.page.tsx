import { Button, Card, Flex } from 'antd';
import { useId } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { later } from '#kit/web/ui/later.tsx';
import { OwnField } from '#kit/web/ui/own-fields.tsx';
import { uploadMenuFile } from '#modules/platform/contract/file/files.ts';
import { sysEncyclopedia } from '#modules/platform/contract/reference/encyclopedia/sys-encyclopedia.ts';
import { PictureField, publicPicture } from '../../common/picture-field.tsx';
import { useSaveAndMove, WritingFrame } from '../../common/writing-frame.tsx';
import { PhoneFrame, withAddresses } from './phone-frame.tsx';

// Only who writes pays for the editor.
const NoticeEditor = later(async () => (await import('../../notice/notice-editor.tsx')).default);

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
  const text = useTexts('platform.sysEncyclopedia');
  const formId = useId();
  const mayPublish = useCan('sys:encyclopedia:publish');
  const form = useResourceForm(sysEncyclopedia, { id });
  const { options } = useDict('baike_category');
  const { values } = form;
  const publish = useSaveAndMove(sysEncyclopedia, form);
  const cover = values.cover as number | null;
  const category = options.find((one) => one.dictValue === values.category)?.dictLabel;
  const busy = form.submitting || publish.isPending;
  return (
    <WritingFrame
      form={form}
      busy={busy}
      saveText={text('save')}
      main={
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
      }
      side={
        <Card size="small" title={text('phone')}>
          <PhoneFrame
            title={String(values.title ?? '') || text('untitled')}
            coverUrl={cover === null ? null : publicPicture(cover)}
            meta={[category, values.source].filter(Boolean).join(' · ')}
            html={withAddresses(String(values.content ?? ''))}
          />
        </Card>
      }
      after={
        mayPublish && (
          <Button type="primary" onClick={() => publish.mutate('publish')} disabled={busy}>
            {text('savePublish')}
          </Button>
        )
      }
    />
  );
}
