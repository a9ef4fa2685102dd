import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterTest } from './afterwards.ts'
import { type TcpProxy, tcpProxy, throughProxy } from './tcpProxy.ts'

const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

/** The address of a Redis that can be disconnected from its clients and reconnected. */
export const givenRedis = async (): Promise<TcpProxy & { url: string }> => {
  const { hostname, port } = new URL(redisUrl)
  const proxy = await tcpProxy({ host: hostname, port: Number(port || 6379) })
  afterTest(() => proxy.cut())
  return { ...proxy, url: throughProxy(redisUrl, proxy) }
}

/** A connection for the test itself. */
export const askRedis = (): Redis => {
  const redis = new Redis(redisUrl)
  afterTest(() => redis.disconnect())
  return redis
}

/**
 * The commands that Redis receives from now on, as MONITOR writes them: a line for each, in one text that grows. Uses a plain
 * socket, since ioredis fails if the first line arrives together with the reply to MONITOR.
 */
export const watchRedis = async (): Promise<() => string> => {
  const { hostname, port, username, password } = new URL(redisUrl)
  const socket = connect({ host: hostname, port: Number(port || 6379) }).setEncoding('utf8')
  afterTest(() => socket.destroy())
  let told = ''
  socket.on('data', (text: string) => {
    told += text
  })
  await once(socket, 'connect')
  if (password) socket.write(`AUTH ${username || 'default'} ${password}\r\n`)
  socket.write('MONITOR\r\n')
  while (!told.includes('+OK')) await once(socket, 'data')
  return () => told
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const answers = async (port: number): Promise<boolean> => {
  const redis = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    return (await redis.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}

export type RedisServer = {
  url: string
  port: number
  /** Ends it as a crash does: all its data is gone. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Keeps its connections open and never replies. */
  freeze: () => void
  thaw: () => void
}

/** A separate Redis for the test, on another port; needs the program `redis-server`. */
export const givenRedisServer = async (): Promise<RedisServer> => {
  const port = await freePort()
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const start = async (): Promise<void> => {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
    await once(child, 'spawn')
    while (!(await answers(port))) await wait(20)
  }
  await start()
  afterTest(kill)
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}
