import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useUser } from '../session/use-user.ts';
import './watermark.css';

const asText = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Who looked at it stands faintly over every page, on the screen and on paper: nickname, end of the phone number, day. */
export function Watermark() {
  const { nickname, phone, serverTime, watermark } = useUser();
  const text = [nickname, phone?.slice(-4), serverTime.slice(0, 10)].filter(Boolean).join(' ');
  const image = useMemo(() => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><text x="160" y="100" transform="rotate(-22 160 100)" text-anchor="middle" font-family="sans-serif" font-size="15" fill="#888" fill-opacity="0.1">${asText(text)}</text></svg>`;
    return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  }, [text]);
  if (!watermark) return null;
  return createPortal(
    <div className="ml-watermark" data-text={text} aria-hidden="true" style={{ backgroundImage: image }} />,
    document.body,
  );
}
