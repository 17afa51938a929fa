import { describe, expect, it } from 'vitest';
import { innerFrom, loginAddress, placeOf, reloginAddress } from './paths.ts';

describe('where an unauthenticated visit is sent (R43)', () => {
  it('carries the original path and query', () => {
    expect(loginAddress('/system/user', '?status=active')).toBe('/allLogin?from=%2Fsystem%2Fuser%3Fstatus%3Dactive');
  });

  it('carries nothing from the root path', () => expect(loginAddress('/', '')).toBe('/allLogin'));
});

describe('where an ended session is sent (R46)', () => {
  it('goes back to the stored door', () => expect(reloginAddress('tongl')).toBe('/allLogin?loginId=tongl'));
  it('goes to the common door without one', () => expect(reloginAddress(null)).toBe('/allLogin'));
});

describe('the from rule (R9)', () => {
  it.each(['/system/user', '/system/user?status=active', '/ant/screen/index'])('takes %s', (from) =>
    expect(innerFrom(from)).toBe(from),
  );
  it.each([
    null,
    '',
    '//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
    '/bankLogin',
    '/allLogin?loginId=x',
    '/newPortalLogin',
    '/login/indexCheck?ticket=1',
    '/nav',
    '/',
  ])('ignores %s', (from) => expect(innerFrom(from)).toBeNull());
});

describe('places (R47, R48)', () => {
  it.each([
    ['/', 'root'],
    ['/nav', 'nav'],
    ['/login', 'login'],
    ['/qyYzhLogin', 'login'],
    ['/brandNewLogin', 'login'],
    ['/login/indexCheck', 'ticket'],
    ['/cure/invite', 'public'],
    ['/t', 'public'],
    ['/ant/screen/index15', 'screen'],
    ['/ant/home/index', 'inner'],
    ['/exception/403', 'inner'],
    ['/redirect/system/user', 'inner'],
  ])('%s is %s', (path, place) => expect(placeOf(path)).toBe(place));
});
