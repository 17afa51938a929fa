import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#kit/web/i18n/i18n.ts';
import { fetchFirst } from './gate.tsx';
import { Root } from './root.tsx';
import { applyTones } from './theme/apply-tones.ts';
import { keepRootFont } from './theme/root-font.ts';
import { useThemeStore } from './theme/theme-store.ts';
import './base.css';

// A page framed elsewhere is asked for by its plain address: what the server said of that address must stay with it.
if (location.hash === '' && location.pathname.startsWith('/iframe/'))
  location.hash = location.pathname + location.search;
keepRootFont();
applyTones(useThemeStore.getState().settings);
const first = fetchFirst(location.hash.slice(1).split('?')[0] || '/');
await startI18n();
// Not awaited here: what is fetched is built on this file, and would wait for it in turn.
void draw();

async function draw(): Promise<void> {
  await first;
  const element = document.getElementById('root');
  if (!element) return;
  createRoot(element).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
