/*
 * A room of people: opens a socket for each, sends messages in a closed loop or at a rate, and waits until everyone has received
 * every message. Prints messages per second, and the time (ms) from sending a message until its last recipient received it.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'

const { origin, path, tokens, senders = 8, seconds, rate, idle } = JSON.parse(process.argv[2] ?? '{}')

const WARM_UP_MS = 2_000

/** When each message was sent, and who has not received it yet. */
const onTheWay = new Map()
const took = []

const heard = ({ clientId }) => {
  const one = onTheWay.get(clientId)
  if (!one || --one.left > 0) return
  took.push(performance.now() - one.since)
  onTheWay.delete(clientId)
}

const open = (token) =>
  new Promise((resolve, reject) => {
    const socket = io(origin, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
    socket.on('new_message', heard)
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })

const sockets = []
for (let at = 0; at < tokens.length; at += 50) sockets.push(...(await Promise.all(tokens.slice(at, at + 50).map(open))))

const send = async (number) => {
  const clientId = randomBytes(16).toString('hex')
  onTheWay.set(clientId, { since: performance.now(), left: sockets.length })
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { authorization: tokens[number % tokens.length], 'content-type': 'application/json' },
    body: JSON.stringify({ content: `Is seat ${number} free after two o'clock on Saturday?`, clientId }),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`A message was answered ${answer.status}.`)
}

const everybodyHasHeard = async () => {
  for (let tries = 0; onTheWay.size > 0; tries++) {
    if (tries > 3_000) throw new Error(`${onTheWay.size} messages were not heard by everybody.`)
    await wait(10)
  }
}

let sent = 0
/** With those of the warm-up. */
let all = 0
const loop = async (until) => {
  while (performance.now() < until) await send(sent++)
}
const loops = (until) => Promise.all(Array.from({ length: senders }, () => loop(until)))
const atRate = async (start, until) => {
  const sending = []
  while (performance.now() < until) {
    sending.push(send(sent++))
    await wait(Math.max(0, start + (sent * 1_000) / rate - performance.now()))
  }
  await Promise.all(sending)
}

/** Warms up this program and the server, whose compilation would dominate the slowest messages. */
const warmUp = async () => {
  await loops(performance.now() + WARM_UP_MS)
  await everybodyHasHeard()
  all += sent
  sent = 0
  took.length = 0
}
if (!idle) await warmUp()

const start = performance.now()
const until = start + seconds * 1_000
if (!idle) {
  await (rate ? atRate(start, until) : loops(until))
  await everybodyHasHeard()
}
const elapsed = (performance.now() - start) / 1_000
if (idle) {
  console.error('open')
  await wait(idle * 1_000)
}
all += sent
for (const socket of sockets) socket.close()
took.sort((one, other) => one - other)
console.log(JSON.stringify({ sent: all, perSecond: sent / elapsed, p99: took[Math.floor(took.length * 0.99)] ?? 0 }))
