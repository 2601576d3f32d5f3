/**
 * Reads the body of a response until the signal aborts. The signal given to `fetch` isn't enough: Node 20 may collect it
 * once the response has begun, and a stalled body would never end.
 *
 * @returns undefined for a body with more than `maxBytes`
 */
export async function readBody({ body }: Response, signal: AbortSignal, maxBytes: number): Promise<Buffer | undefined> {
  const reader = body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel);
  try {
    signal.throwIfAborted();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      size += part.value.length;
      if (size > maxBytes) return undefined;
      chunks.push(part.value);
    }
    // A cancelled body looks like a complete one.
    signal.throwIfAborted();
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
