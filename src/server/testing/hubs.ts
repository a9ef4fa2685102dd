import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { io, type Socket } from 'socket.io-client'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { event } from '#contract/event.ts'
import { channelOf } from '#server/feature/channels.ts'
import type { Feature } from '#server/feature/feature.ts'
import { type Nodes, oneNode } from '#server/nodes/nodes.ts'
import type { Channel } from '#server/realtime/channel.ts'
import { type Hub, makeHub } from '#server/realtime/hub.ts'
import { afterTest } from './afterwards.ts'
import type { Given, SignedInPerson } from './given.ts'

/** An event that carries any payload a test gives it. */
export const anyEvent = (name: string) => event({ name, audience: 'members', summary: '', payload: z.unknown() })

/** A socket and all events that it received. */
export type Screen = { socket: Socket; heard: { event: string; payload: unknown }[]; heardOf: (event: string) => unknown[] }

type Transport = 'websocket' | 'polling'

/** Opens a socket of someone at this port and waits until it is open. */
export const openScreen = async (
  port: number,
  { token }: Pick<SignedInPerson, 'token'>,
  transport: Transport = 'websocket',
): Promise<Screen> => {
  const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: [transport], reconnection: false, forceNew: true })
  afterTest(() => socket.close())
  const heard: Screen['heard'] = []
  socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }))
  await once(socket as never, 'connect')
  // The server has done everything for an opening socket by then.
  await vi.waitUntil(() => heard.some(({ event }) => event === 'hello'), { timeout: 20_000 })
  return { socket, heard, heardOf: (event) => heard.filter((one) => one.event === event).map(({ payload }) => payload) }
}

/** Waits until the server has polled the database for the open sockets, from beginning to end. */
export const polled = ({ clockReads }: Given): Promise<unknown> => {
  const before = clockReads()
  return vi.waitUntil(() => clockReads() > before + 1, { timeout: 20_000 })
}

export type GivenHub = { hub: Hub; open: (person: SignedInPerson, transport?: Transport) => Promise<Screen>; close: () => Promise<void> }

/** Another process of the same installation, for the real-time channel: a hub of its own on the same database. */
export const givenHub = async (
  { platform }: Given,
  { nodes = oneNode, channel = {} }: { nodes?: Nodes; channel?: Partial<Channel> } = {},
): Promise<GivenHub> => {
  const app = fastify()
  const hub = makeHub(nodes)
  hub.attach(app, { ...platform, live: hub, nodes, channel: channelOf([{ channel } as Feature]) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  afterTest(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { hub, open: (person, transport) => openScreen(port, person, transport), close: () => app.close() }
}
