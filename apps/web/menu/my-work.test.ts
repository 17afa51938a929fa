import { expect, it } from 'vitest';
import { workPaths } from './my-work.ts';

it('a role of several modules begins with the page its own module names, whatever the order of the modules', () => {
  expect(workPaths(['official_vet'])[0]).toMatch(/quarantineManagement$/);
  expect(workPaths(['region_manager'])[0]).toBe('/pri/base');
  expect(workPaths(['trace_inspector'])[0]).toMatch(/traceabilityManagement\/board$/);
  const vet = workPaths(['official_vet']);
  expect(new Set(vet).size).toBe(vet.length);
});
