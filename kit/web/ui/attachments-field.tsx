import { DeleteOutlined, PaperClipOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { Button, Flex, Image, Typography, Upload } from 'antd';
import { useState } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { filePort } from './file-port.ts';

interface Props {
  /** Ids of files. */
  readonly value: readonly number[];
  /** What they are called, one a line, as the record's `<field>Name` has it. */
  readonly names?: string | null | undefined;
  /** Without it they are shown only. */
  readonly onChange?: ((value: number[]) => void) | undefined;
  /** `<module>.<noun>` of the record they will hang on. */
  readonly bizType: string;
  /** As many as the record may have. */
  readonly most?: number;
  /** Bytes of one file. */
  readonly largest?: number;
  /** As the browser's file dialog understands it. */
  readonly accept?: string | undefined;
  /** Instead of how many and how large. */
  readonly hint?: string;
}

const picture = { objectFit: 'cover', borderRadius: 4 } as const;
const megabyte = 1024 * 1024;
/** Names of files sent in this page; others are known by their number and open all the same. */
const names = new Map<number, string>();

/** Taken in while the ids are those the names were given for. */
function useNames(ids: readonly number[], given: string | null | undefined): void {
  const list = given?.split('\n') ?? [];
  if (list.length === ids.length)
    ids.forEach((id, at) => {
      if (list[at] && !names.has(id)) names.set(id, list[at]);
    });
}

const isPicture = (name: string | undefined) => /\.(jpe?g|png|webp|gif)$/i.test(name ?? '');

/**
 * Files of a record: sent at once, hung on it when it is saved.
 *
 * @example
 * <AttachmentsField bizType="platform.sysPost" value={form.values.files as number[]} onChange={(ids) => form.set('files', ids)} />
 */
export function AttachmentsField({ value, onChange, bizType, most = 9, largest = 20 * megabyte, ...own }: Props) {
  const t = useT();
  useNames(value, own.names);
  const [busy, setBusy] = useState(false);
  const port = filePort.current;
  const links = useQueries({
    queries: value.map((fileId) => ({
      queryKey: ['file', fileId],
      queryFn: () => port?.link(fileId) ?? '',
      staleTime: 300_000,
    })),
  });
  const send = async (file: File) => {
    if (file.size > largest) return notify('error', t('error.tooLarge', { n: largest / megabyte }));
    setBusy(true);
    try {
      const sent = await port?.send(file, bizType);
      if (!sent) return;
      names.set(sent.fileId, sent.fileName);
      onChange?.([...value, sent.fileId]);
    } catch {
      // The client has said why; the other files stay.
    } finally {
      setBusy(false);
    }
  };
  const isFull = value.length >= most;
  return (
    <Flex vertical gap={6} align="start">
      {value.map((fileId, index) => (
        <Flex key={fileId} gap={8} align="center">
          {isPicture(names.get(fileId)) && links[index]?.data ? (
            <Image src={links[index].data} alt={names.get(fileId) ?? ''} width={40} height={40} style={picture} />
          ) : (
            <PaperClipOutlined aria-hidden />
          )}
          <Typography.Link href={links[index]?.data} target="_blank" data-record={names.has(fileId) || undefined}>
            {names.get(fileId) ?? t('kit.fileNo', { n: index + 1 })}
          </Typography.Link>
          {onChange && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('kit.remove')}
              onClick={() => onChange(value.filter((one) => one !== fileId))}
            />
          )}
        </Flex>
      ))}
      {onChange && port && (
        <>
          <Upload
            showUploadList={false}
            {...(own.accept && { accept: own.accept })}
            beforeUpload={(file) => {
              void send(file);
              return false;
            }}
            disabled={busy || isFull}
          >
            <Button icon={<UploadOutlined aria-hidden />} loading={busy} disabled={isFull}>
              {t('kit.addFile')}
            </Button>
          </Upload>
          <Typography.Text type="secondary">
            {own.hint ?? t('kit.fileHint', { n: most, mb: largest / megabyte })}
          </Typography.Text>
        </>
      )}
    </Flex>
  );
}
