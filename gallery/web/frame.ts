/*
 * Runs in a page before the product does, and turns it into the screen that the name of its window asks for, such as
 * superadmin.error.dark. Tests set `window.frameOf` instead. Nothing is stored, so many of them can be side by side.
 */
type Fee = { _id: string; amount: number; student: { _id: string; name: string } }
type Kept = { token: string; user: object }
type Framed = Window & { frameOf?: string; sessionsOf?: Readonly<Record<string, Kept | undefined>> }

;(() => {
  const framed = window as Framed
  const [viewer = '', state, look, given, ...opens] = (framed.frameOf ?? window.name).split('.')
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
  const fees = async (count: number): Promise<Fee[]> => {
    const authorization = localStorage.getItem('token') ?? ''
    const response = await send(`/api/user/fees?limit=${count}`, { headers: { authorization } })
    return ((await response.json()) as { items: Fee[] }).items
  }
  const markedPaid = async (id: string): Promise<object> => {
    const fee = (await fees(1_000)).find(({ _id }) => _id === id) ?? { _id: id, amount: 0, student: { _id: id, name: '' } }
    const { amount, student } = fee
    const at = new Date().toISOString()
    const payment = {
      ...{ _id: id, studentId: student._id, studentName: student.name, receiptNumber: '2026-27/000123', amount, credit: 0 },
      ...{ method: 'cash', reference: '', receivedOn: at.slice(0, 10), enteredAt: at, enteredBy: '', voided: null, lines: [] },
    }
    return { ...fee, paid: true, paidAmount: amount, balance: 0, payment }
  }
  const uncharged = async (): Promise<object> => {
    const students = new Map((await fees(100)).map(({ student }) => [student._id, student]))
    const reasons = ['not-charged', 'no-joining-date']
    const items = [...students.values()].slice(0, reasons.length).map((student, at) => ({
      ...{ _id: student._id, student, amount: 900, reason: reasons[at] },
    }))
    return { items, nextCursor: null, total: items.length }
  }
  /** The reply to a call that the frame makes up; undefined for all others. */
  const madeUp = async (path: string, method: string): Promise<object | undefined> => {
    const [, feeId] = /^\/api\/user\/fees\/([^/]+)$/.exec(path) ?? []
    if (given === 'marked' && method === 'PUT' && feeId) return markedPaid(feeId)
    if (given === 'uncharged' && path === '/api/user/fees/charging/uncharged') return uncharged()
    if (given !== 'uncharged' || path !== '/api/user/dashboard') return undefined
    const response = await send(path, { headers: { authorization: localStorage.getItem('token') ?? '' } })
    const { charging, ...figures } = (await response.json()) as { charging: object }
    return { ...figures, charging: { ...charging, skipped: { feeNotConfirmed: 0, noJoiningDate: 1 } } }
  }
  const register = [
    'Name,Phone,Date of joining',
    'Register One,97310 00001,31/02/2026',
    'Register Two,97310 00002,31/02/2026',
    'Register Three,97310 00003,05/11/2026',
    'Register Three,97310 00003,05/11/2026',
    'Register Four,,05/11/2026',
  ]
  const choosing = setInterval(() => {
    const input = document.querySelector<HTMLInputElement>('main input[type=file]')
    if (given !== 'register') return clearInterval(choosing)
    if (!input) return
    clearInterval(choosing)
    const chosen = new DataTransfer()
    chosen.items.add(new File([register.join('\n')], 'register.csv', { type: 'text/csv' }))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, 200)
  const failure = { message: 'Something went wrong.', code: 'internal', requestId: '00000000-0000-4000-8000-000000000000' }
  const json = { 'content-type': 'application/json' }
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), window.location.href)
    if (!url.pathname.startsWith('/api/') || isFrame(url.pathname)) return send(input, init)
    if (state === 'loading') return new Promise<Response>(() => {})
    if (state === 'error') return new Response(JSON.stringify(failure), { status: 500, headers: json })
    const made = await madeUp(url.pathname, init?.method ?? 'GET')
    const response = made ? new Response(JSON.stringify(made), { headers: json }) : await send(input, init)
    if (state !== 'hindi' && state !== 'long') return response
    if (!response.headers.get('content-type')?.startsWith('application/json')) return response
    return new Response(JSON.stringify(renamed(await response.json(), names[state])), {
      status: response.status,
      headers: response.headers,
    })
  }
})()
