import { CameraOutlined } from '@ant-design/icons';
import { Modal, Slider } from 'antd';
import { type ChangeEvent, type PointerEvent, useRef, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { updateProfileUserHead } from '#modules/platform/contract/account/profile.ts';
import { uploadFile } from '#modules/platform/contract/file/files.ts';
import { UserAvatar } from '../brand/user-avatar.tsx';
import { useSessionStore } from '../session/session-store.ts';
import { useUser } from '../session/use-user.ts';
import s from './profile.module.css';

const most = 2 * 1024 * 1024;
const side = 256;

/** One's picture, and the way to another. */
export function AvatarEditor() {
  const t = useT();
  const user = useUser();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    if (file.size > most) return notify('error', t('error.tooLarge', { n: 2 }));
    const image = new Image();
    image.onload = () => setPicture(image);
    image.onerror = () => notify('error', t('error.fileType'));
    image.src = URL.createObjectURL(file);
  };
  return (
    <>
      <button
        type="button"
        className={s.avatar}
        onClick={() => input.current?.click()}
        aria-label={t('shell.profile.changeAvatar')}
        title={t('shell.profile.changeAvatar')}
      >
        <UserAvatar name={user.nickname} src={user.avatar} size={88} />
        <CameraOutlined className={s.camera ?? ''} />
      </button>
      <input ref={input} type="file" accept="image/png,image/jpeg,image/webp" hidden onChange={take} />
      {picture && <Crop picture={picture} onClose={() => setPicture(null)} />}
    </>
  );
}

/** A square of the picture, chosen by moving and enlarging it. */
function Crop({ picture, onClose }: { picture: HTMLImageElement; onClose: () => void }) {
  const t = useT();
  const [zoom, setZoom] = useState(1);
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [busy, setBusy] = useState(false);
  const scale = (side / Math.min(picture.naturalWidth, picture.naturalHeight)) * zoom;
  const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  const limit = (value: number, size: number) => Math.max(-(size - side) / 2, Math.min((size - side) / 2, value));
  const shown = { x: limit(at.x, width), y: limit(at.y, height) };
  const move = (event: PointerEvent) => {
    if (event.buttons === 1) setAt({ x: shown.x + event.movementX, y: shown.y + event.movementY });
  };
  const save = async () => {
    setBusy(true);
    try {
      const avatar = await send(picture, { scale, ...shown });
      useSessionStore.getState().setUser({ avatar });
      notify('success', t('ok.saved'));
      onClose();
    } catch {
      // The user was told.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('shell.profile.changeAvatar')}
      okText={t('shell.save')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
      width={360}
    >
      <div className={s.crop} onPointerMove={move}>
        <img
          src={picture.src}
          alt=""
          draggable={false}
          style={{
            width,
            height,
            transform: `translate(${side / 2 - width / 2 + shown.x}px, ${side / 2 - height / 2 + shown.y}px)`,
          }}
        />
      </div>
      <Slider
        min={1}
        max={3}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        ariaLabelForHandle={t('shell.profile.zoom')}
      />
    </Modal>
  );
}

async function send(
  picture: HTMLImageElement,
  { scale, x, y }: { scale: number; x: number; y: number },
): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  canvas.getContext('2d')?.drawImage(picture, side / 2 - width / 2 + x, side / 2 - height / 2 + y, width, height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (!blob) throw new Error('the picture could not be drawn');
  const file = new File([blob], 'avatar.jpg', { type: 'image/jpeg' });
  const { fileId } = await call(uploadFile, { body: { bizType: 'platform.avatar' }, file });
  return (await call(updateProfileUserHead, { body: { fileId } })).avatar;
}
