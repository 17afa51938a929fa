import { expect, it } from 'vitest';
import { demoStories, type StoryKey } from './demo-stories.ts';
import en from './locales/en.json';
import zh from './locales/zh_CN.json';

it.each(Object.keys(demoStories) as StoryKey[])('the story of %s has words for each of its steps', (key) => {
  const { username, steps } = demoStories[key];
  for (const { welcome } of [zh, en]) {
    const { title, ...told } = welcome.story[key] as Record<string, string>;
    expect(title).toBeTruthy();
    expect(Object.values(told).filter(Boolean)).toHaveLength(username === null ? 0 : steps.length);
  }
});
