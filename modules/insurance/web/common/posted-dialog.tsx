import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';

interface Posted {
  readonly place: string;
  readonly photos: number[];
}

interface Props {
  /** Where its words stand: `post`, `place` and `photo`. */
  readonly words: 'insurance.detail' | 'insurance.claimPage';
  readonly busy: boolean;
  onPost(posted: Posted): void;
  onClose(): void;
}

/** Where a notice hangs, with pictures of it hanging there. */
export function PostedDialog({ words, busy, onPost, onClose }: Props) {
  const text = useTexts(words);
  const [place, setPlace] = useState('');
  const [photos, setPhotos] = useState<number[]>([]);
  return (
    <Modal
      open
      title={text('post')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !place.trim() || photos.length === 0 }}
      onOk={() => onPost({ place, photos })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('place')} required>
          <Input value={place} maxLength={120} onChange={({ target }) => setPlace(target.value)} />
        </Form.Item>
        <Form.Item label={text('photo')} required>
          <AttachmentsField
            bizType="insurance.insPublicity"
            accept="image/*"
            most={5}
            value={photos}
            onChange={setPhotos}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
