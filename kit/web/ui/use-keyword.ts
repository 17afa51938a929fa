import { useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/** What is typed into a search, and the word to ask the server for once typing pauses; no word needs no pause. */
export function useKeyword() {
  const [typed, setTyped] = useState('');
  const [settled, setSettled] = useDebounced('');
  return {
    typed,
    keyword: typed && settled,
    /** What is found so far was found by an earlier word. */
    isTyping: typed !== '' && typed !== settled,
    type: (text: string) => {
      setTyped(text);
      setSettled(text);
    },
  };
}
