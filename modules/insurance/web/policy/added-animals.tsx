import { Flex, Form, Input, Typography } from 'antd';
import { type Framed, PhotoFrames } from '#kit/web/field/photo-frames.tsx';
import { sendPictures } from '#kit/web/field/picture-store.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useLabel } from '../common/inputs.tsx';

export interface Added {
  readonly tags: string;
  readonly frames: Readonly<Record<string, Framed>>;
}
export const none: Added = { tags: '', frames: {} };
/** Whole numbers, however they were pasted. */
export const tagsOf = ({ tags }: Added): string[] => [...new Set(tags.match(/\b\d{15}\b/g) ?? [])];
export const isSeen = (added: Added, angles: readonly string[]): boolean =>
  tagsOf(added).every((tag) => angles.every((angle) => added.frames[tag]?.[angle]));

/** The pictures go first: the change is made of what the server has. */
export async function sendAdded(added: Added) {
  const animals = [];
  for (const earTag of tagsOf(added)) {
    const photos: { fileId: number; angle: string }[] = [];
    for (const [angle, picture] of Object.entries(added.frames[earTag] ?? {})) {
      if (picture.fileId) photos.push({ fileId: picture.fileId, angle });
      await sendPictures([picture], 'insurance.insEndorsement', ({ fileId }) => {
        if (fileId) photos.push({ fileId, angle });
      });
    }
    animals.push({ earTag, photos, takenAt: new Date().toISOString() });
  }
  return animals;
}

interface Props {
  readonly value: Added;
  /** Known once the change was tried. */
  readonly angles: readonly string[];
  onChange(value: Added): void;
}
/** Which animals come, and each of them from every side. */
export function AddedAnimals({ value, angles, onChange }: Props) {
  const text = useTexts('insurance.endorse');
  const label = useLabel('photo_angle');
  const frames = angles.map((angle) => ({ angle, label: label(angle) }));
  return (
    <Flex vertical gap={12}>
      <Form.Item label={text('addTags')} htmlFor="added-tags" required>
        <Input.TextArea
          id="added-tags"
          rows={3}
          value={value.tags}
          onChange={({ target }) => onChange({ ...value, tags: target.value })}
        />
      </Form.Item>
      {frames.length > 0 &&
        tagsOf(value).map((tag) => (
          <div key={tag}>
            <Typography.Text strong data-record>
              {tag}
            </Typography.Text>
            <PhotoFrames
              frames={frames}
              value={value.frames[tag] ?? {}}
              onChange={(own) => onChange({ ...value, frames: { ...value.frames, [tag]: own } })}
            />
          </div>
        ))}
    </Flex>
  );
}
