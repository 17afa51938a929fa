import { CheckCircleFilled, CloseCircleFilled, QuestionCircleFilled } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Card, Flex, Input, Table, Typography, theme } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { checkWithdrawal, type WithdrawalAnswer } from '#modules/cure/contract/withdrawal/animal-withdrawal.ts';
import { EarTag } from '#modules/registry/web/index.ts';

const tagsIn = (text: string) => [...new Set(text.split(/[\s,，;；、]+/).filter((one) => /^\d{4,15}$/.test(one)))];

/** May these animals go? Scanned one by one, or a list pasted; green goes, red waits until its date. */
export function TagCheck() {
  const text = useTexts('cure.withdrawalPage');
  const { token } = theme.useToken();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [answers, setAnswers] = useState<readonly WithdrawalAnswer[]>([]);
  const ask = useMutation({
    mutationFn: (tags: string[]) => call(checkWithdrawal, { body: { tags } }),
    onSuccess: (found) =>
      setAnswers((old) => [...found, ...old.filter((one) => !found.some((other) => other.tag === one.tag))]),
  });
  const free = answers.filter((one) => one.free).length;
  const blocked = answers.filter((one) => one.known && !one.free).length;
  if (!isOpen)
    return (
      <Flex>
        <Button style={{ marginBlockEnd: 12 }} onClick={() => setOpen(true)}>
          {text('check')}
        </Button>
      </Flex>
    );
  return (
    <Card
      size="small"
      title={text('check')}
      extra={
        <Button size="small" onClick={() => setOpen(false)}>
          {text('hide')}
        </Button>
      }
    >
      <Flex vertical gap={12}>
        <Flex gap={12} wrap>
          <ScanInput
            placeholder={text('scan')}
            aria-label={text('scan')}
            style={{ maxWidth: 320 }}
            onScan={(code) => ask.mutate(tagsIn(code))}
          />
          <Input.TextArea
            aria-label={text('paste')}
            placeholder={text('paste')}
            autoSize={{ minRows: 1, maxRows: 4 }}
            style={{ flex: 1, minWidth: 240 }}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button
            type="primary"
            loading={ask.isPending}
            disabled={tagsIn(typed).length === 0}
            onClick={() => ask.mutate(tagsIn(typed).slice(0, 500))}
          >
            {text('ask')}
          </Button>
        </Flex>
        {answers.length > 0 && (
          <>
            <Typography.Text>{text('sum', { free, blocked })}</Typography.Text>
            <Table<WithdrawalAnswer>
              size="small"
              rowKey="tag"
              dataSource={[...answers]}
              pagination={answers.length > 10 ? { pageSize: 10 } : false}
              scroll={{ x: 'max-content' }}
              columns={[
                {
                  title: text('answer'),
                  key: 'answer',
                  render: (_, one) =>
                    !one.known ? (
                      <Flex gap={6}>
                        <QuestionCircleFilled style={{ color: token.colorTextTertiary }} aria-hidden />
                        {text('unknown')}
                      </Flex>
                    ) : one.free ? (
                      <Flex gap={6}>
                        <CheckCircleFilled style={{ color: token.colorSuccess }} aria-hidden />
                        {text('free')}
                      </Flex>
                    ) : (
                      <Flex gap={6}>
                        <CloseCircleFilled style={{ color: token.colorError }} aria-hidden />
                        {text('until', { date: one.until ?? '' })}
                      </Flex>
                    ),
                },
                { title: text('tag'), key: 'tag', render: (_, one) => <EarTag tag={one.tag} /> },
                { title: text('holder'), dataIndex: 'holder', render: (name: string | null) => name ?? '-' },
                { title: text('medicines'), dataIndex: 'medicines', render: (name: string | null) => name ?? '-' },
                { title: text('source'), dataIndex: 'sourceNo', render: (no: string | null) => no ?? '-' },
              ]}
            />
          </>
        )}
      </Flex>
    </Card>
  );
}
