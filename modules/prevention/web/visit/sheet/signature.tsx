import { SignaturePad } from '#kit/web/ui/signature-pad.tsx';
import { dropPicture, takePicture } from '../offline/pictures-store.ts';
import { useWords } from '../texts.ts';
import type { Picture } from './form.ts';

interface Props {
  readonly value: Picture | null;
  onChange(value: Picture | null): void;
}

/** The holder signs with a finger, a pen or the mouse. */
export function HolderSign({ value, onChange }: Props) {
  const words = useWords();
  const keep = async (picture: Blob | null) => {
    if (value) void dropPicture(value);
    onChange(picture && (await takePicture(new File([picture], 'signature.png', { type: 'image/png' }))));
  };
  return (
    <SignaturePad
      label={words('sign')}
      clearLabel={words('signAgain')}
      note={value ? words('signed') : words('notSigned')}
      onChange={(picture) => void keep(picture)}
    />
  );
}
