/**
 * What contracts are given as `zod` in the built pages (tools/recorded-schemas-plugin.ts). A page declares hundreds of schemas
 * and checks with few of them: each only keeps how it was asked for, and is made by zod where somebody checks with it.
 */
type Shape = Readonly<Record<string, unknown>>;
type Callable = (...args: unknown[]) => unknown;

let zod: Shape | null = null;

/** Gives the recorded schemas their maker; whoever checks values imports `real-zod.ts`, which does. */
export function makeWith(real: object): void {
  zod = real as Shape;
}

/** How a schema was asked for: `name(...args)`, of another schema or of zod itself. */
class Recorded {
  readonly parent: Recorded | null;
  readonly name: string;
  readonly args: readonly unknown[];
  real: unknown;
  constructor(parent: Recorded | null, name: string, args: readonly unknown[]) {
    this.parent = parent;
    this.name = name;
    this.args = args;
  }
}

const own = Symbol('recorded');
const objects = new Set(['object', 'strictObject', 'looseObject']);
const checks = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);

const handler: ProxyHandler<Recorded> = {
  get(self, name) {
    if (name === own) return self;
    if (typeof name !== 'string' || name === 'then' || name === 'toJSON') return undefined;
    if (name === 'shape') return shapeOf(self);
    if (!checks.has(name)) return (...args: unknown[]) => new Proxy(new Recorded(self, name, args), handler);
    const real = realOf(self) as Record<string, Callable>;
    return (...args: unknown[]) => real[name]?.(...args);
  },
};

/** The fields of an object, without making it. */
function shapeOf({ parent, name, args: [given] }: Recorded): Shape {
  if (!parent && objects.has(name)) return given as Shape;
  const all = parent ? shapeOf(parent) : undefined;
  const chosen = (wanted: boolean) =>
    Object.fromEntries(Object.entries(all ?? {}).filter(([key]) => key in (given as Shape) === wanted));
  if (name === 'extend' || name === 'safeExtend') return { ...all, ...(given as Shape) };
  if (name === 'pick') return chosen(true);
  if (name === 'omit') return chosen(false);
  if (name === 'partial')
    return Object.fromEntries(
      Object.entries(all ?? {}).map(([key, one]) => [key, (one as { optional(): unknown }).optional()]),
    );
  if (all && /^(refine|superRefine|check|strict|loose|describe|meta)$/.test(name)) return all;
  throw new Error(`a recorded schema has no shape after ${name}()`);
}

function realOf(schema: Recorded): unknown {
  if (schema.real !== undefined) return schema.real;
  if (!zod) throw new Error('whoever checks values imports kit/web/schemas/real-zod.ts');
  const path = schema.name.split('.');
  const name = path.pop() as string;
  const owner = schema.parent
    ? realOf(schema.parent)
    : path.reduce((from: unknown, part) => (from as Shape)[part], zod as unknown);
  schema.real = (owner as Record<string, Callable>)[name]?.(...schema.args.map(realIn));
  return schema.real;
}

/** Schemas stand as arguments, in lists and in shapes. */
function realIn(given: unknown): unknown {
  if (given instanceof Recorded) return realOf((given as unknown as { [own]: Recorded })[own]);
  if (Array.isArray(given)) return given.map(realIn);
  if (typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype)
    return Object.fromEntries(Object.entries(given).map(([key, one]) => [key, realIn(one)]));
  return given;
}

/** `z.string`, `z.iso.date`, `z.coerce.number`: to be called, or gone into. */
const builder = (path: string): unknown =>
  new Proxy(() => {}, {
    get: (_target, name) => (typeof name === 'string' ? builder(`${path}.${name}`) : undefined),
    apply: (_target, _self, args) => new Proxy(new Recorded(null, path, args), handler),
  });

const builders = new Map<string, unknown>();
export const z: unknown = new Proxy(
  {},
  {
    get(_target, name) {
      if (typeof name !== 'string') return undefined;
      const known = builders.get(name) ?? builder(name);
      builders.set(name, known);
      return known;
    },
  },
);
