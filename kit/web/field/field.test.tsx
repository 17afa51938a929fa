import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { type Framed, PhotoFrames } from './photo-frames.tsx';
import { ScanInput } from './scan-input.tsx';
import { seenCodes } from './seen-codes.ts';

it('a code before the camera counts once, and again only after it was out of sight', () => {
  let clock = 0;
  const fresh = seenCodes(() => clock);
  const told: string[] = [];
  for (; clock < 4000; clock += 100) told.push(...fresh(['150500100000017', ' 150500100000017 ']));
  expect(told).toEqual(['150500100000017']);
  clock += 100;
  expect(fresh(['B', 'A'])).toEqual(['B', 'A']);
  clock += 2600;
  expect(fresh(['150500100000017', ''])).toEqual(['150500100000017']);
});

it('a scan box empties itself for the next code, and keeps what is not complete', async () => {
  const onScan = vi.fn((text: string) => text.length > 3);
  renderPage(<ScanInput aria-label="box" onScan={onScan} />);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'box' });
  await userEvent.type(box, '12{Enter}');
  expect(box.value).toBe('12');
  await userEvent.type(box, '345{Enter}');
  expect(box.value).toBe('');
  await userEvent.type(box, ' {Enter}');
  expect(onScan.mock.calls.map(([text]) => text)).toEqual(['12', '12345']);
  // A desk has a reader at its cable: no camera is offered where there is no finger on the glass.
  expect(screen.queryByRole('button')).toBeNull();
});

const frames = [
  { angle: 'front', label: 'Front' },
  { angle: 'mark', label: 'Mark', optional: true },
  { angle: 'left', label: 'Left' },
];
function Page({ seen }: { readonly seen: Framed[] }) {
  const [value, setValue] = useState<Framed>({});
  seen.push(value);
  return <PhotoFrames frames={frames} value={value} onChange={setValue} />;
}

it('photo frames count what is taken and name the next wanted angle', async () => {
  const seen: Framed[] = [];
  const { container } = renderPage(<Page seen={seen} />);
  const counter = () => screen.getByRole('status').textContent;
  const take = (at: number) => {
    const input = container.querySelectorAll<HTMLInputElement>('input[type=file]')[at] as HTMLInputElement;
    expect(input.getAttribute('capture')).toBe('environment');
    fireEvent.change(input, { target: { files: [new File(['x'], `${at}.jpg`, { type: 'image/jpeg' })] } });
  };
  expect(counter()).toContain('0 / 2');
  expect(counter()).toContain('Front');
  take(0);
  await vi.waitFor(() => expect(counter()).toContain('1 / 2'));
  expect(counter()).toContain('Left');
  take(2);
  await vi.waitFor(() => expect(counter()).toContain('2 / 2'));
  expect(Object.keys(seen.at(-1) ?? {})).toEqual(['front', 'left']);
});
