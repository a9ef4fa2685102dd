import { setTimeout as wait } from 'node:timers/promises'

/*
 * People at work, in a process of their own: in that of a test, their calls would also wait for its sockets. Each calls, one call
 * after the other, until the test says that it is over and enough calls are answered; then the 99th percentile of their times is sent.
 */

const { port, tokens, least } = JSON.parse(String(process.argv[2])) as { port: number; tokens: string[]; least: number }
let isOver = false
process.on('message', () => {
  isOver = true
})
const times: number[] = []

const call = async (token: string, path: string): Promise<void> => {
  const since = performance.now()
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization: token } })
  await reply.arrayBuffer()
  if (reply.status === 200) times.push(performance.now() - since)
}

const keepOn = async (token: string, at: number): Promise<void> => {
  while (times.length < least || !isOver) {
    // Between two servers nobody answers.
    await call(token, at % 2 === 0 ? '/chat/conversations' : '/auth/me').catch(() => {})
    await wait(100)
  }
}
await Promise.all(tokens.map(keepOn))
process.send?.(times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)])
process.disconnect()
