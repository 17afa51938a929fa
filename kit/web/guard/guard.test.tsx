import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { Guard } from './guard.tsx';

const held = { actions: ['a', 'b'], roles: ['admin'] };

function isShown(guard: Omit<Parameters<typeof Guard>[0], 'children'>): boolean {
  renderPage(<Guard {...guard}>inside</Guard>, held);
  const shown = screen.queryByText('inside') !== null;
  cleanup();
  return shown;
}

describe('Guard (platform R54)', () => {
  it.each([
    [{ permission: 'a' }, true],
    [{ permission: 'c' }, false],
    [{ permission: ['a', 'b'] }, true],
    [{ permission: ['a', 'c'] }, false],
    [{ permission: [] }, true],
    [{ anyPermission: 'a' }, true],
    [{ anyPermission: ['c', 'b'] }, true],
    [{ anyPermission: ['c', 'd'] }, false],
    [{ anyPermission: [] }, false],
    [{ role: 'admin' }, true],
    [{ role: ['admin', 'auditor'] }, false],
    [{ role: [] }, true],
    [{ anyRole: ['admin', 'auditor'] }, true],
    [{ anyRole: [] }, false],
    [{ permission: 'a', anyRole: 'auditor' }, false],
  ])('%j → %s', (guard, expected) => {
    expect(isShown(guard)).toBe(expected);
  });
});
