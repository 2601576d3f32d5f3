import type { FetchAnswer, FileAnswer } from "../frame-messages.ts";

/**
 * Makes `fetch("/files/a.json")` work in samples: this window's origin is opaque, so requests to the site it was loaded
 * from are cross-origin and forbidden. Requests to the site are sent to the page, which fetches them and posts the
 * bytes back (`fetchForSample` in `sample-frame.ts`); all others go the normal way.
 *
 * @param ask sends a request to the page
 * @returns receives the page's answer
 */
export function installSiteFetch(ask: (id: number, url: string) => void): (id: number, answer: FetchAnswer) => void {
  const native = globalThis.fetch.bind(globalThis);
  const waiting = new Map<number, Pick<PromiseWithResolvers<Response>, "resolve" | "reject">>();
  const { origin } = new URL(location.href);
  let count = 0;

  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== origin) return native(input, init);
    if (request.method !== "GET") return Promise.reject(new TypeError("A live sample can only GET files of this site"));
    count += 1;
    const id = count;
    return new Promise<Response>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
      ask(id, request.url);
    });
  };
  return (id, answer) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if ("failure" in answer) request?.reject(new TypeError(answer.failure));
    else request?.resolve(toResponse(answer));
  };
}

const EMPTY = [204, 205, 304];

function toResponse({ url, status, statusText, headers, body }: FileAnswer): Response {
  const init = { status, statusText, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  return Object.defineProperty(new Response(EMPTY.includes(status) ? null : body, init), "url", { value: url });
}
