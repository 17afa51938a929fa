import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const docs = join(import.meta.dirname, '..');
const titleOf = (file: string) => /^# (.+)$/m.exec(readFileSync(join(docs, file), 'utf8'))?.[1] ?? file;
const item = (file: string) => ({ text: titleOf(file), link: `/${file.replace(/\.md$/, '')}` });
const folder = (name: string) =>
  readdirSync(join(docs, name))
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .sort()
    .map((file) => item(`${name}/${file}`));

const guides = (names: readonly string[]) => names.map((one) => item(`guide/${one}.md`));

const develop = [
  {
    text: 'Developer guide',
    items: [
      'architecture.md',
      'add-a-screen.md',
      'debugging.md',
      'glossary.md',
      'kit-parts.md',
      'registry-kernel.md',
      'depot-kernel.md',
      'prevention-kernel.md',
      'sign-kernel.md',
      'cure-kernel.md',
    ].map(item),
  },
  {
    text: 'Measured and looked at',
    items: [
      'performance.md',
      'reliability.md',
      'scale.md',
      'sheets.md',
      'looked-at.md',
      'limits.md',
      'seed-shell.md',
    ].map(item),
  },
  { text: 'APIs', items: [{ text: 'API reference', link: '/api/' }, item('icar.md')] },
  { text: 'Decisions', link: '/decisions/', collapsed: true, items: folder('decisions') },
];

// Dead links fail the build: that is VitePress's own rule and is left on.
export default defineConfig({
  title: '牧链 Mulian',
  description: '畜牧产业链服务平台：使用、运维与开发手册',
  lang: 'zh-CN',
  outDir: '../dist/docs',
  cacheDir: '../.data/vitepress',
  cleanUrls: false,
  // Texts speak of <m> and {{n}}: they are words here, neither elements nor expressions.
  markdown: { html: false },
  themeConfig: {
    logo: '/logo.svg',
    search: {
      provider: 'local',
      options: {
        translations: {
          button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
          modal: {
            noResultsText: '没有找到',
            resetButtonTitle: '清除',
            footer: { selectText: '打开', navigateText: '切换', closeText: '关闭' },
          },
        },
      },
    },
    outline: { label: '本页目录', level: [2, 3] },
    docFooter: { prev: '上一页', next: '下一页' },
    darkModeSwitchLabel: '外观',
    returnToTopLabel: '回到顶部',
    sidebarMenuLabel: '目录',
    nav: [
      { text: '使用手册', link: '/guide/roles' },
      { text: '运维手册', link: '/operate/install' },
      { text: 'Developers', link: '/architecture' },
      { text: 'API', link: '/api/' },
    ],
    sidebar: {
      '/guide/': [
        { text: '使用手册', items: guides(['roles', 'demo']) },
        { text: '防疫', items: guides(['worker', 'station', 'county', 'prefecture', 'leader', 'laboratory', 'depot']) },
        { text: '养殖', items: guides(['household', 'farm', 'farm-trade', 'device', 'maintainer']) },
        { text: '耳标与改良', items: guides(['tags', 'breeding', 'breeding-station']) },
        { text: '诊疗与协会', items: guides(['cure', 'clinic', 'society']) },
        {
          text: '检疫、屠宰与追溯',
          items: guides(['quarantine', 'plant', 'processor', 'road', 'inspector', 'consumer']),
        },
        { text: '保险与金融', items: guides(['insurance', 'claims', 'bank', 'custody']) },
        { text: '供应', items: guides(['shop', 'supplier']) },
        {
          text: '管理',
          items: guides(['administrator', 'region', 'organisation', 'finance', 'audit', 'operator']),
        },
      ],
      '/operate/': [
        {
          text: '运维手册',
          items: ['install', 'upgrade', 'backup', 'standby', 'cells', 'devices', 'video', 'monitor', 'mlps'].map(
            (one) => item(`operate/${one}.md`),
          ),
        },
      ],
      '/api/': [{ text: 'API', items: [item('api/index.md'), ...folder('api'), item('icar.md')] }],
      '/': develop,
    },
  },
});
