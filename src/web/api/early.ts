/*
 * Calls that the head of the page makes while the scripts are still loading. The first caller of the same call with the same token
 * gets the reply; nobody gets it twice.
 */
type Early = { token: string; askedAt: number; giveUp: AbortController; response: Promise<Response> }

declare global {
  /** On the window, because the script of the head and the app are two programs. */
  var earlyCalls: Map<string, Early> | undefined
}

/** An older reply is not used: something may have changed since. */
const goodForMs = 30_000

export const askEarly = (urls: readonly string[], token: string): void => {
  const headers = { accept: 'application/json', authorization: token }
  const calls = urls.map((url): [string, Early] => {
    const giveUp = new AbortController()
    const response = fetch(url, { headers, credentials: 'same-origin', signal: giveUp.signal })
    // Possibly nobody ever awaits it.
    response.catch(() => undefined)
    return [url, { token, askedAt: Date.now(), giveUp, response }]
  })
  globalThis.earlyCalls = new Map(calls)
}

/** Returns the early reply to this call; undefined if there was no early call, or it failed. */
export const takeEarly = (url: string, token: string | undefined, signal: AbortSignal): Promise<Response | undefined> | undefined => {
  const early = globalThis.earlyCalls?.get(url)
  if (!early) return undefined
  globalThis.earlyCalls?.delete(url)
  const follow = () => early.giveUp.abort(signal.reason)
  if (early.token !== token || Date.now() - early.askedAt > goodForMs) return undefined
  signal.addEventListener('abort', follow)
  return early.response.catch((error: unknown) => {
    if (signal.aborted) throw error
    return undefined
  })
}
