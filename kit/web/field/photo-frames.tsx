import { CameraOutlined, RedoOutlined } from '@ant-design/icons';
import { Button, Flex, Typography, Upload } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useFitting } from './picture-field.tsx';
import { dropPicture, type Picture, takePicture } from './picture-store.ts';
import { RunningCounter } from './running-counter.tsx';
import { Thumb } from './thumb.tsx';
import './field.css';

export interface PhotoFrame {
  /** The angle's name in the record. */
  readonly angle: string;
  readonly label: string;
  /** How the subject should lie in the picture: the path of a drawing 48 wide and 36 high. */
  readonly outline?: string;
  readonly optional?: boolean;
}

export type Framed = Readonly<Record<string, Picture>>;

interface Props {
  readonly frames: readonly PhotoFrame[];
  readonly value: Framed;
  onChange(value: Framed): void;
}

/** The first angle that is still wanted. */
export const nextFrame = (frames: readonly PhotoFrame[], value: Framed): PhotoFrame | undefined =>
  frames.find((one) => !one.optional && !value[one.angle]);

/** One picture from each angle: what is there, what comes next, how many of how many. The telephone's own camera takes them, so time and place stay in the file. */
export function PhotoFrames({ frames, value, onChange }: Props) {
  const text = useTexts('field');
  const fitting = useFitting();
  const next = nextFrame(frames, value);
  const wanted = frames.filter((one) => !one.optional);
  const take = async (angle: string, file: File) => {
    const [fit] = fitting([file]);
    if (!fit) return;
    const before = value[angle];
    const picture = await takePicture(fit);
    onChange({ ...value, [angle]: picture });
    if (before) await dropPicture(before);
  };
  const camera = (angle: string, children: ReactNode) => (
    <Upload
      accept="image/*"
      capture="environment"
      showUploadList={false}
      beforeUpload={(file) => {
        void take(angle, file);
        return false;
      }}
    >
      {children}
    </Upload>
  );
  return (
    <Flex vertical gap={8}>
      <RunningCounter
        n={wanted.filter((one) => value[one.angle]).length}
        of={wanted.length}
        label={text('frames')}
        last={next ? text('nextFrame', { name: next.label }) : text('framesDone')}
      />
      <div className="ml-frames">
        {frames.map(({ angle, label, outline, optional }) => {
          const picture = value[angle];
          return (
            <figure key={angle} className="ml-frame" data-next={angle === next?.angle} style={{ margin: 0 }}>
              {picture ? (
                <>
                  <Thumb picture={picture} />
                  <span className="ml-frame-again">
                    {camera(
                      angle,
                      <Button size="small" icon={<RedoOutlined />} aria-label={text('again', { name: label })} />,
                    )}
                  </span>
                </>
              ) : (
                camera(
                  angle,
                  <Button className="ml-frame-take" aria-label={text('take', { name: label })}>
                    {outline ? (
                      <svg className="ml-frame-outline" viewBox="0 0 48 36" aria-hidden="true">
                        <path d={outline} />
                      </svg>
                    ) : (
                      <CameraOutlined style={{ fontSize: 28 }} aria-hidden />
                    )}
                    {text('photo')}
                  </Button>,
                )
              )}
              <figcaption>
                {label}
                {optional && <Typography.Text type="secondary"> {text('optional')}</Typography.Text>}
              </figcaption>
            </figure>
          );
        })}
      </div>
    </Flex>
  );
}
