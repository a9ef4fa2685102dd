/*
 * Runs in a page before the product does, and turns it into the screen that the name of its window asks for, such as
 * superadmin.error.dark. Tests set `window.frameOf` instead. Nothing is stored, so many of them can be side by side.
 */
type Kept = { token: string; user: object }
type Framed = Window & { frameOf?: string; sessionsOf?: Readonly<Record<string, Kept | undefined>> }

;(() => {
  const framed = window as Framed
  const [viewer = '', state, look, ...opens] = (framed.frameOf ?? window.name).split('.')
  if (!look) return

  /** Presses the buttons that open a dialog, each as soon as it is there. */
  const pressing = setInterval(() => {
    const [words] = opens
    if (words === undefined) return clearInterval(pressing)
    const textOf = (button: Element) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()
    const button = [...document.querySelectorAll<HTMLElement>('main button, [role=dialog] button')].find((one) =>
      textOf(one).startsWith(words),
    )
    if (!button) return
    opens.shift()
    button.click()
  }, 200)

  const memory = (): Storage => {
    const kept = new Map<string, string>()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
      clear: () => kept.clear(),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size
      },
    }
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: memory() })
  const session = framed.sessionsOf?.[viewer]
  if (session) {
    localStorage.setItem('token', session.token)
    localStorage.setItem('user', JSON.stringify(session.user))
  }
  if (look === 'dark') localStorage.setItem('accessibility', '{"darkMode":true}')
  if (look === 'contrast') localStorage.setItem('accessibility', '{"highContrast":true}')

  /** Calls of the frame itself: the signed-in person, and the look of the hall. */
  const isFrame = (path: string): boolean => /^\/api\/(auth|customization)\b/.test(path)
  const names = {
    hindi: 'लक्ष्मी नारायण त्रिपाठी',
    long: 'Venkatanarasimharajuvaripeta Subramaniam Lakshminarayanan, Headmistress of the Government Higher Secondary School',
  }

  /** Different names stay different. */
  const numbers = new Map<string, number>()
  const numbered = (name: string, original: string): string => {
    numbers.set(original, numbers.get(original) ?? numbers.size + 1)
    return `${name} ${numbers.get(original)}`
  }

  /** Replaces the names of people and things. */
  const renamed = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => renamed(one, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        typeof inner === 'string' && /^(name|title|author|studentName)$/.test(key) ? numbered(name, inner) : renamed(inner, name),
      ]),
    )
  }

  const send = window.fetch.bind(window)
  const failure = { message: 'Something went wrong.', code: 'internal', requestId: '00000000-0000-4000-8000-000000000000' }
  const json = { 'content-type': 'application/json' }
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), window.location.href)
    if (!url.pathname.startsWith('/api/') || isFrame(url.pathname)) return send(input, init)
    if (state === 'loading') return new Promise<Response>(() => {})
    if (state === 'error') return new Response(JSON.stringify(failure), { status: 500, headers: json })
    const response = await send(input, init)
    if (state !== 'hindi' && state !== 'long') return response
    if (!response.headers.get('content-type')?.startsWith('application/json')) return response
    return new Response(JSON.stringify(renamed(await response.json(), names[state])), {
      status: response.status,
      headers: response.headers,
    })
  }
})()
