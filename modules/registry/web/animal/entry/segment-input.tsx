import { UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Input, Tag, Typography, Upload } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { segmentsOf, tagsOf } from '#modules/registry/contract/animal/animal-rules.ts';

interface Props {
  readonly typed: string;
  onType(typed: string, tags: readonly string[]): void;
}

const most = 1000;

/** R41: runs, single numbers, a reader's file, and what is to be left out; counted while one types. */
export function SegmentInput({ typed, onType }: Props) {
  const t = useT();
  const text = useTexts('registry.animalForm');
  const { tags, bad, twice } = tagsOf(typed);
  const take = (next: string) => onType(next, tagsOf(next).tags);
  const segments = segmentsOf(tags);
  return (
    <Flex vertical gap={12}>
      <Typography.Text type="secondary">{text('segmentHint')}</Typography.Text>
      <Input.TextArea
        aria-label={text('segments')}
        value={typed}
        onChange={(event) => take(event.target.value)}
        autoSize={{ minRows: 6, maxRows: 16 }}
        placeholder={'215052100001001-215052100001050\n215052100002001+20\n-215052100001007'}
        style={{ fontVariantNumeric: 'tabular-nums', fontSize: 16 }}
      />
      <Flex justify="space-between" wrap gap={8} align="center">
        <Upload
          accept=".txt,.csv"
          showUploadList={false}
          beforeUpload={async (file) => {
            const found = (await file.text()).match(/\d{15}/g) ?? [];
            take([typed, ...found].filter(Boolean).join('\n'));
            return Upload.LIST_IGNORE;
          }}
        >
          <Button icon={<UploadOutlined />}>{text('readerFile')}</Button>
        </Upload>
        <Typography.Text strong aria-live="polite" {...(tags.length > most && { type: 'danger' as const })}>
          {text('counted', { n: tags.length })}
        </Typography.Text>
      </Flex>
      {segments.length > 0 && (
        <Flex wrap gap={4}>
          {segments.slice(0, 30).map(({ from, to }) => (
            <Tag key={from}>{from === to ? from : `${from} – ${to.slice(-6)}`}</Tag>
          ))}
          {segments.length > 30 && <span>…</span>}
        </Flex>
      )}
      {tags.length > most && <Alert type="error" showIcon title={t('registry.animal.tooMany', { n: most })} />}
      {bad.length > 0 && (
        <Alert type="warning" showIcon title={text('notNumbers', { words: bad.slice(0, 5).join(' ') })} />
      )}
      {twice.length > 0 && (
        <Alert type="warning" showIcon title={text('twice', { n: twice.length, words: twice.slice(0, 3).join(' ') })} />
      )}
    </Flex>
  );
}
