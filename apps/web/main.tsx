import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#kit/web/i18n/i18n.ts';
import { Root } from './root.tsx';
import { keepRootFont } from './theme/root-font.ts';
import './base.css';

keepRootFont();
await startI18n();
const element = document.getElementById('root');
if (element) {
  createRoot(element).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}
