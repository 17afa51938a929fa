import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#kit/web/i18n/i18n.ts';
import { comesBack, fetchInside } from './gate.tsx';
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
if (comesBack(location.hash.slice(1).split('?')[0] || '/')) fetchInside();
await startI18n();
const element = document.getElementById('root');
if (element) {
  createRoot(element).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
