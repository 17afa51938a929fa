import { useMutation } from '@tanstack/react-query';
import { Button, Col, Form, Row, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/contract/resource.ts';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { FormFooter } from '#kit/web/ui/form-footer.tsx';
import { Failed } from '#kit/web/ui/states.tsx';

/** Saves what was written and takes it one step on; the page is left either way. */
export function useSaveAndMove(resource: AnyResource, form: ResourceForm) {
  const t = useT();
  const { closePage } = usePage();
  const changed = useChanged(resource);
  return useMutation({
    mutationFn: async (name: string) => {
      const saved = await form.submit();
      if (!saved) return false;
      const body = { id: saved.id, version: saved.version, name };
      await call(callOf(resource, 'transition'), { body, idempotencyKey: newKey() });
      notify('success', t('ok.done'));
      void changed();
      return true;
    },
    // Saved but not moved, it is a draft in the list; the client has told why.
    onSettled: (done, error) => (done || error) && closePage(),
  });
}

interface WritingFrameProps {
  readonly form: ResourceForm;
  readonly busy: boolean;
  readonly saveText: string;
  /** The wide column: the text. */
  readonly main: ReactNode;
  readonly side: ReactNode;
  /** Left of saving. */
  readonly before?: ReactNode;
  /** Right of saving. */
  readonly after?: ReactNode;
}

/** A screen something is written on: the text, what belongs to it beside, and what to do with it below. */
export function WritingFrame({ form, busy, saveText, main, side, before, after }: WritingFrameProps) {
  const _t = useT();
  const { closePage } = usePage();
  const save = async () => {
    if (await form.submit()) closePage();
  };
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (form.loading) return <Skeleton active />;
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      <FormNotes form={form} />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={15}>
          {main}
        </Col>
        <Col xs={24} xl={9}>
          {side}
        </Col>
      </Row>
      <FormFooter form={form}>
        {before}
        <Button htmlType="submit" loading={form.submitting} disabled={busy}>
          {saveText}
        </Button>
        {after}
      </FormFooter>
    </Form>
  );
}
