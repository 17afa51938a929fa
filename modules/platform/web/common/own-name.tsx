import { useLanguage } from '#kit/web/i18n/i18n.ts';

interface OwnNameProps {
  readonly zh: string;
  readonly tw: string | null;
  readonly en: string | null;
}

/** A name kept in three languages, in the reader's; the first one where theirs is missing. */
export function OwnName({ zh, tw, en }: OwnNameProps) {
  const language = useLanguage();
  return <span>{{ zh_CN: zh, zh_TW: tw, en }[language] || zh}</span>;
}
