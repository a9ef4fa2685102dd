/*
 * Many open screens and a few changes: each screen hears of a change over its socket and asks for its list again within a
 * second, as the client does. Prints how long it took
 * until the last screen was up to date.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'

const { origin, token, screens, changes, category } = JSON.parse(process.argv[2] ?? '{}')
const headers = { authorization: token }

const askForList = async () => {
  const answer = await fetch(`${origin}/api/document?limit=50`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`A list was answered ${answer.status}.`)
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

/** One change; returns the milliseconds until every screen has its list again. */
const change = async (number) => {
  let asked = 0
  const start = performance.now()
  const done = new Promise((resolve, reject) => {
    heard = () =>
      void wait(Math.random() * 1_000)
        .then(askForList)
        .then(() => ++asked === screens && resolve(performance.now() - start), reject)
  })
  const body = JSON.stringify({ name: `Subject, change ${number}` })
  const answer = await fetch(`${origin}/api/category/${category}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
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
