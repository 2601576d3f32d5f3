/** Sends JSON without cookies and referrer, beyond the end of the page. @throws TypeError if it is refused */
export function post(url: string, value: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
    credentials: "omit",
    referrerPolicy: "no-referrer",
    keepalive: true,
  });
}
