/** The palette listens to its keys and to nothing else. */
export const pressJump = (): void =>
  void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
