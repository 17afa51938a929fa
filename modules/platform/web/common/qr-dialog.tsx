import { App, Button, Flex, Modal, QRCode, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { copyText } from '#kit/web/ui/copy-text.ts';
import { paper } from '#kit/web/ui/palette.ts';

export function useCopy(): (text: string) => void {
  const t = useT();
  const { message } = App.useApp();
  return (text) =>
    void copyText(text).then((isCopied) =>
      isCopied ? message.success(t('platform.sysPortal.copied')) : message.info(text),
    );
}

interface Props {
  readonly title: string;
  readonly address: string;
  onClose(): void;
}

/** An address as a code to scan, to copy and to print. */
export function QrDialog({ title, address, onClose }: Props) {
  const t = useT();
  const copy = useCopy();
  return (
    <Modal open title={title} footer={null} width={360} onCancel={onClose}>
      <Flex vertical align="center" gap={12} data-record>
        <QRCode value={address} size={220} type="svg" color={paper.black} bgColor={paper.white} />
        <Typography.Text type="secondary" style={{ wordBreak: 'break-all', textAlign: 'center' }}>
          {address}
        </Typography.Text>
        <Button onClick={() => copy(address)}>{t('platform.sysPortal.copyLink')}</Button>
      </Flex>
    </Modal>
  );
}
