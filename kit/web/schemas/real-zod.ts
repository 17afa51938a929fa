import { z } from 'zod';
import { makeWith } from './recorded-zod.ts';

// To be imported by whoever checks a value with a contract's schema; elsewhere a page does without zod.
makeWith(z);
