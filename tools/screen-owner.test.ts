import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, readTsv } from '#db/reference-files.ts';
import { ownerOf, type Screen, screenOf } from '#db/screen-owner.ts';

const catalogue: Screen[] = readdirSync(join(folder, 'screens')).flatMap((file) =>
  readTsv(`screens/${file}`).map((row) => screenOf(row, file.replace('.tsv', ''))),
);
const outside = catalogue.filter((one) => !one.menu);

/** Screens outside the menu that belong to no entry of it, and why. */
const without: readonly (readonly [reason: string, matches: (path: string) => boolean])[] = [
  ['a login page', (path) => /^\/nav$|^\/login(\/|$)|^\/[A-Za-z]+Login$/.test(path)],
  ['drawn without the shell, for anybody', (path) => publicPages.includes(path)],
  ['embedded in the phone app, drawn without the shell', (path) => path.startsWith('/iframe/')],
  ['says why there is no page, or leads to one', (path) => /^\/(exception|redirect)\//.test(path)],
  ['reached from the user menu', (path) => path === '/user/profile'],
];
const publicPages = ['/knowledge/baike', '/cure/invite', '/cure/expertInvite', '/bank/playVedio', '/simple', '/t'];

describe('screens outside the menu', () => {
  it.each(outside.map((one) => one.path))('%s has an entry that stays selected, or a reason to have none', (path) => {
    const page = outside.find((one) => one.path === path) as Screen;
    const owner = ownerOf(page, catalogue);
    const reason = without.find(([, matches]) => matches(path))?.[0] ?? null;
    expect([owner === null, reason !== null]).toEqual(owner === null ? [true, true] : [false, false]);
    if (owner !== null) expect(catalogue.find((one) => one.path === owner)?.menu).not.toBe('');
  });

  it.each([
    ['/pri/animal/detail', '/pri/animal/info'],
    ['/pri/animal/changeAdd', '/pri/animal/change'],
    ['/pri/principal/jurisdiction', '/pri/principal/info'],
    ['/system/user/details', '/system/user'],
    ['/system/dictData', '/system/dictType'],
    ['/ant/animalProtection/householdDetail', '/ant/animalProtection/household'],
    ['/ant/preventionMange/visitDetail', '/ant/preventionMange/logs'],
    ['/pri/depot/inventoryCount', '/pri/depot/inventory'],
    ['/anm/notice/receipts', '/anm/notice/content'],
    ['/insuranceMgt/surveyForm', '/insuranceMgt/surveyDispatch'],
  ])('%s belongs to %s', (path, owner) => {
    expect(ownerOf(outside.find((one) => one.path === path) as Screen, catalogue)).toBe(owner);
  });
});
