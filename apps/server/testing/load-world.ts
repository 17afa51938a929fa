// Loads the world that MULIAN_TEST_WORLD names, so that the tests find it.
import { keptWorld } from './kept-world.ts';

const name = process.env.MULIAN_TEST_WORLD;
if (!name) throw new Error('MULIAN_TEST_WORLD is not set');
await keptWorld(name);
