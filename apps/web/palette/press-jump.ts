export const jumpAsked = 'mulian:jump';

/** Opens the palette, with words to look for if there are any. */
export const pressJump = (words = ''): void =>
  void document.dispatchEvent(new CustomEvent(jumpAsked, { detail: words }));
