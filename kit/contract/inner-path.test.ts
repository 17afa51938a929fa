import { describe, expect, it } from 'vitest';
import { isInnerPath } from './inner-path.ts';

describe('paths inside the site', () => {
  it.each(['/', '/user/profile', '/pri/principal/info?open=detail:1', '/a?to=//b', '/用户'])('takes %s', (path) => {
    expect(isInnerPath(path)).toBe(true);
  });
  it.each([
    ...['', 'user', 'https://evil.example', 'javascript:alert(1)', '//evil.example', '/\\evil.example', '\\\\evil'],
    ...['/\t/evil.example', '/ /evil', '/a\\b', '/a\nb', ' //evil', '/\u0000/evil', '/\u0085/evil'],
  ])('refuses %j', (path) => {
    expect(isInnerPath(path)).toBe(false);
  });
});
