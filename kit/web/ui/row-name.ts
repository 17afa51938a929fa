import type { AnyResource } from '#kit/contract/resource.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';

/** What a row is called in a sentence: its title in words, for a title may itself be a reference. */
export const rowName = ({ title }: AnyResource, row: Row): string =>
  String(row[`${title}Name`] ?? row[title] ?? row.id);
