import { PictureOutlined } from '@ant-design/icons';
import { Button, Image } from 'antd';
import { useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { filePort } from '#kit/web/ui/file-port.ts';

/** How many pictures there are; they are fetched when somebody wants to see them. */
export function FirstPhoto({ ids }: { readonly ids: readonly number[] }) {
  const t = useT();
  const [shown, setShown] = useState<readonly string[] | null>(null);
  if (ids.length === 0) return '–';
  const open = async () => setShown(await Promise.all(ids.map(async (id) => (await filePort.current?.link(id)) ?? '')));
  return (
    <>
      <Button
        type="link"
        size="small"
        icon={<PictureOutlined aria-hidden />}
        aria-label={t('prevention.visitList.photos', { n: ids.length })}
        onClick={() => void open()}
      >
        {ids.length}
      </Button>
      {shown && (
        <Image.PreviewGroup
          items={[...shown]}
          preview={{ open: true, onOpenChange: (isOpen) => !isOpen && setShown(null) }}
        />
      )}
    </>
  );
}
