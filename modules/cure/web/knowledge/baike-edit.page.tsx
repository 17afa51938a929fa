import { Alert, Button, Card, Col, Flex, Form, Row, Skeleton, Typography } from 'antd';
import { useId } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { later } from '#kit/web/ui/later.tsx';
import { OwnField } from '#kit/web/ui/own-fields.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { type KnowledgeArticle, knowledgeArticle } from '#modules/cure/contract/knowledge/article.ts';
import { hasDose } from '#modules/cure/contract/knowledge/dose.ts';
import { loadEditor, NoticeBody } from '#modules/platform/web/index.ts';

const Editor = later(loadEditor);

/** 编辑百科: the text for everybody, the part for vets, and beside it what readers will see. */
export default function BaikeEditPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  return <ArticleForm key={id ?? 'new'} id={id} />;
}

function ArticleForm({ id }: { readonly id: number | undefined }) {
  const text = useTexts('cure.baikeEdit');
  const formId = useId();
  const form = useResourceForm(knowledgeArticle, { id, initial: { species: [], content: '' } });
  const changed = useChanged(knowledgeArticle);
  const { closePage } = usePage();
  const { values } = form;
  const save = async (isHandedIn: boolean) => {
    const saved = await form.submit();
    if (!saved) return;
    if (isHandedIn) {
      const row = (await call(callOf(knowledgeArticle, 'detail'), { params: { id: saved.id } })) as KnowledgeArticle;
      const name = row.status === 'published' ? 'submitChange' : 'submit';
      const body = { id: row.id, version: row.version, name };
      await call(callOf(knowledgeArticle, 'transition'), { body, idempotencyKey: newKey() });
    }
    void changed();
    closePage();
  };
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (form.loading) return <Skeleton active />;
  const content = String(values.content ?? '');
  return (
    <Form layout="vertical">
      <FormNotes form={form} />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={15}>
          <Flex vertical gap={16}>
            <Card size="small" title={text('words')}>
              <FormFields id={formId} form={form} names={['title', 'summary']} />
              <OwnField form={form} formId={formId} name="content">
                <Editor
                  id={`${formId}-content`}
                  label={text('content')}
                  value={content}
                  onChange={(html: string) => form.set('content', html)}
                  invalid={form.errors.content !== undefined}
                />
              </OwnField>
              {hasDose(content) && <Alert type="warning" showIcon title={text('doseOutside')} />}
            </Card>
            <Card size="small" title={text('forVets')}>
              <Typography.Paragraph type="secondary">{text('forVetsHint')}</Typography.Paragraph>
              <FormFields id={formId} form={form} names={['vetContent']} />
            </Card>
          </Flex>
        </Col>
        <Col xs={24} xl={9}>
          <Flex vertical gap={16}>
            <Card size="small" title={text('facts')}>
              <FormFields id={formId} form={form} names={['category', 'species', 'tagId', 'secondTagId', 'keywords']} />
            </Card>
            <Card size="small" title={text('preview')}>
              <Typography.Title level={4}>{String(values.title ?? '') || text('untitled')}</Typography.Title>
              <NoticeBody html={content} />
            </Card>
          </Flex>
        </Col>
      </Row>
      <Flex gap={8} justify="flex-end" style={{ marginBlockStart: 16 }}>
        <Button onClick={() => void save(false)} loading={form.submitting}>
          {text('save')}
        </Button>
        <Button type="primary" onClick={() => void save(true).catch(() => {})} loading={form.submitting}>
          {text('handIn')}
        </Button>
      </Flex>
    </Form>
  );
}
