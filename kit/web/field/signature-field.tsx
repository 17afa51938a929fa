import { dropPicture, type Picture, takePicture } from './picture-store.ts';
import { SignaturePad } from './signature-pad.tsx';

interface Props {
  readonly label: string;
  readonly clearLabel?: string;
  /** Beside the pad, before and after. */
  readonly asks: string;
  readonly signed: string;
  readonly value: Picture | null;
  onChange(value: Picture | null): void;
}

/** A signature that stays on the device, as a picture, until it can be sent. */
export function SignatureField({ label, clearLabel, asks, signed, value, onChange }: Props) {
  const keep = async (picture: Blob | null) => {
    if (value) void dropPicture(value);
    onChange(picture && (await takePicture(new File([picture], 'signature.png', { type: 'image/png' }))));
  };
  return (
    <SignaturePad
      label={label}
      {...(clearLabel && { clearLabel })}
      note={value ? signed : asks}
      onChange={(picture) => void keep(picture)}
    />
  );
}
