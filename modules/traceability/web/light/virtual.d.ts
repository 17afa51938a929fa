declare module 'virtual:light-texts' {
  const texts: Readonly<Record<'zh_CN' | 'zh_TW' | 'en', Readonly<Record<'animal' | 'label', object>>>>;
  export default texts;
}
