import { Button, Card, Flex, Tag, Typography } from 'antd';
import { useId } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { FormFooter } from '#kit/web/ui/form-footer.tsx';
import { type MemberApplication, memberApplication } from '#modules/cure/contract/society/member.ts';
import { JoinLinksButton } from './join-links.tsx';

/** 会员登记: a unit or a person asks to join, to go on, to rise; beside it stands where its applications are. */
export default function RegistrationPage() {
  const text = useTexts('cure.registration');
  const formId = useId();
  const form = useResourceForm(memberApplication, { initial: { kind: 'join', memberKind: 'unit' } });
  const list = useResourceList(memberApplication);
  const { actions } = useSession();
  const save = async () => {
    if (!(await form.submit())) return;
    form.restart({ kind: 'join', memberKind: 'unit' });
    list.refresh();
  };
  const names = [
    'societyId',
    'kind',
    'memberKind',
    'creditCode',
    'memberId',
    'applicantName',
    'representative',
    'phone',
    'idCard',
    'levelId',
    'files',
    'remark',
  ].filter(
    (name) =>
      (name !== 'memberId' || form.values.kind !== 'join') &&
      (name !== 'creditCode' || form.values.memberKind === 'unit') &&
      (name !== 'idCard' || form.values.memberKind === 'person'),
  );
  return (
    <Flex gap={16} wrap align="flex-start">
      <Card
        size="small"
        title={text('title')}
        extra={<JoinLinksButton kind="memberJoin" />}
        style={{ flex: '2 1 420px', minWidth: 0 }}
      >
        <FormNotes form={form} />
        <FormFields id={formId} form={form} names={names} />
        <FormFooter form={form}>
          <Button type="primary" loading={form.submitting} onClick={() => void save()}>
            {text('send')}
          </Button>
        </FormFooter>
      </Card>
      <Card size="small" title={text('mine')} style={{ flex: '1 1 280px', minWidth: 0 }}>
        <Flex vertical gap={10}>
          {(list.rows as unknown as MemberApplication[]).slice(0, 10).map((row) => (
            <Flex key={row.id} vertical data-record>
              <Flex justify="space-between" gap={8}>
                <Typography.Text strong>{row.applicantName}</Typography.Text>
                <Tag color={row.status === 'approved' ? 'success' : row.status === 'rejected' ? 'error' : 'processing'}>
                  {row.statusName}
                </Tag>
              </Flex>
              <Typography.Text type="secondary">
                {[row.docNo, row.kindName, row.levelIdName, row.opinion].filter(Boolean).join(' · ')}
              </Typography.Text>
            </Flex>
          ))}
          {list.rows.length === 0 && <Typography.Text type="secondary">{text('none')}</Typography.Text>}
        </Flex>
        {actions.has('cure:member:check') && <Typography.Text type="secondary">{text('clerk')}</Typography.Text>}
      </Card>
    </Flex>
  );
}
