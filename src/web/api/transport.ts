/** What goes out, ready for the wire. */
export type Outgoing = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  signal: AbortSignal
  keepalive?: boolean
}
export type Incoming = { status: number; etag: string | null; text: string }
export type Progress = (sentBytes: number, totalBytes: number) => void

export const sendByFetch = async ({ url, ...init }: Outgoing): Promise<Incoming> => {
  const response = await fetch(url, { ...init, body: init.body ?? null, credentials: 'same-origin' })
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() }
}

/** `fetch` tells nothing about bytes on their way, so uploads go the older road. */
export const sendByXhr = ({ method, url, headers, body, signal }: Outgoing, onProgress?: Progress): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total)
    request.onload = () => resolve({ status: request.status, etag: null, text: request.responseText })
    request.onerror = () => reject(new TypeError('The upload was interrupted'))
    request.onabort = () => reject(signal.reason ?? new DOMException('Aborted', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) reject(signal.reason)
    else request.send(body ?? null)
  })
