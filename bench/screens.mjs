/*
 * Many open screens and a few changes: each screen is notified of a change over its socket and refetches its list, or the name,
 * logo and theme, within a second, as the client does. Prints the time until the last screen was up to date.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'

const { origin, token, screens, changes, category, theme } = JSON.parse(process.argv[2] ?? '{}')
const headers = { authorization: token }

const ask = async (path) => {
  const answer = await fetch(origin + path, { headers })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`)
  return body
}

/** What a screen refetches after the change, and how the change is made. */
const work = theme
  ? {
      // The colours of the page are in a separate style sheet.
      again: async () => {
        const { themeCssUrl } = JSON.parse(await ask('/api/customization'))
        if (themeCssUrl) await ask(themeCssUrl)
      },
      change: (number) => ['/api/customization/theme', { themeId: number % 2 ? 'forest' : 'plum' }],
    }
  : {
      again: () => ask('/api/document?limit=50'),
      change: (number) => [`/api/category/${category}`, { name: `Subject, change ${number}` }],
    }

/** @type {() => void} */
let heard = () => {}
const open = () =>
  new Promise((resolve, reject) => {
    const socket = io(origin, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
    socket.on('changed', () => heard())
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })

const sockets = []
for (let at = 0; at < screens; at += 50) sockets.push(...(await Promise.all(Array.from({ length: 50 }, open))))

/** Makes one change. Returns the milliseconds until every screen has refetched its list. */
const change = async (number) => {
  let asked = 0
  const start = performance.now()
  const done = new Promise((resolve, reject) => {
    heard = () =>
      void wait(Math.random() * 1_000)
        .then(work.again)
        .then(() => ++asked === screens && resolve(performance.now() - start), reject)
  })
  const [path, body] = work.change(number)
  const answer = await fetch(origin + path, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The change was answered ${answer.status}.`)
  return done
}

const seen = []
for (let number = 1; number <= changes; number++) {
  seen.push(await change(number))
  await wait(1_500)
}
for (const socket of sockets) socket.close()
seen.sort((one, other) => one - other)
console.log(JSON.stringify({ lastMs: seen[Math.floor(seen.length / 2)] }))
