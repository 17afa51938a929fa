export interface Frame {
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

/** Server-sent events out of an answer's body, until it ends; `alive` is called for every piece that comes. */
export async function readFrames(
  body: ReadableStream<Uint8Array>,
  take: (frame: Frame) => void,
  alive: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(parse(block));
  }
}

function parse(block: string): Frame {
  let id: string | null = null;
  let event = 'message';
  let data = '';
  for (const line of block.split('\n')) {
    const at = line.indexOf(': ');
    const value = line.slice(at + 2);
    if (line.startsWith('id: ')) id = value;
    else if (line.startsWith('event: ')) event = value;
    else if (line.startsWith('data: ')) data += value;
  }
  return { id, event, data: data ? (JSON.parse(data) as unknown) : null };
}
