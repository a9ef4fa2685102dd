import type { Actor } from '#contract/actor.ts'
import { makeStore } from '#web/api/store.ts'
import type { ChatClient, Refused } from '../chatClient.ts'
import type { Call, Tab } from '../environment.ts'
import { makeChatClient } from '../makeChatClient.ts'
import { ChatServer } from './chatServer.ts'
import { Device } from './device.ts'
import { FakeEncryption } from './fakeEncryption.ts'
import { Line } from './network.ts'
import { World } from './world.ts'

const people: readonly Actor[] = [
  { _id: 'asha', name: 'Asha Devi', role: 'student' },
  { _id: 'mohan', name: 'Mohan Rao', role: 'manager' },
  { _id: 'anita', name: 'Anita Singh', role: 'admin' },
]

/** One tab of a person, with its connection and client. */
export type OpenTab = {
  me: Actor
  client: ChatClient
  line: Line
  device: Device
  encryption: FakeEncryption
  refused: Refused[]
  show: () => void
  hide: () => void
  /** Closes the tab abruptly, as in a crash. */
  kill: () => void
}

/** A server, devices and tabs with simulated time. `group` has all three people, `pair` the first two. */
export class Hall {
  readonly world: World
  readonly server: ChatServer
  readonly tabs = new Set<OpenTab>()
  /** Texts sent unencrypted by a browser that knew that the conversation is encrypted. */
  readonly leaks: unknown[] = []

  constructor(seed = 1) {
    this.world = new World(seed)
    this.server = new ChatServer(this.world, people)
    this.server.addRoom(
      'group',
      'group',
      people.map(({ _id }) => _id),
    )
    this.server.addRoom('pair', 'private', ['asha', 'mohan'])
    this.server.publish = (members, event, payload) => {
      for (const { me, line } of this.tabs) if (members.includes(me._id)) line.event(event, payload)
    }
  }

  /** Opens a tab, and connects it unless that is done later. */
  open(who: number, { device = new Device(), isConnected = true } = {}): OpenTab {
    const me = people[who] ?? { _id: '', name: '', role: 'student' }
    let isGone = false
    const line = new Line(this.world, this.server, me._id, () => isGone)
    const visible = makeStore(true)
    const hidden = new Set<() => void>()
    const browserTab: Tab = {
      isVisible: visible.get,
      onReturn: (handler) => visible.subscribe(() => visible.get() && handler()),
      onHidden: (handler) => {
        hidden.add(handler)
        return () => void hidden.delete(handler)
      },
    }
    const storage = device.storage(() => isGone)
    const encryption = new FakeEncryption({ world: this.world, server: this.server, me: me._id, line, device: device.sealing })
    if (isConnected) line.connect()
    const client = makeChatClient({
      call: this.#watched(line.call, device),
      socket: line.socket,
      storage,
      clock: this.world.clock(() => isGone),
      tab: browserTab,
      encryption,
      me,
    })
    const refused: Refused[] = []
    client.onRefused((each) => refused.push(each))
    const opened: OpenTab = {
      me,
      client,
      line,
      device,
      encryption,
      refused,
      show: () => visible.set(true),
      hide: () => {
        visible.set(false)
        for (const each of hidden) each()
      },
      kill: () => {
        isGone = true
        line.disconnect()
        storage.close()
        this.tabs.delete(opened)
      },
    }
    this.tabs.add(opened)
    return opened
  }

  #watched(call: Call, { sealing }: Device): Call {
    return ((endpoint, sending, options) => {
      const { params, body } = sending as { params?: { id?: string }; body?: { content?: unknown } }
      const room = [...this.server.rooms.values()].find(
        ({ id, messages }) => id === params?.id || messages.some(({ _id }) => _id === params?.id),
      )
      if (body?.content && room && sealing.encrypted.has(room.id)) this.leaks.push(body.content)
      return call(endpoint, sending, options)
    }) as Call
  }

  /** Lets this many seconds pass. */
  async pass(seconds: number): Promise<void> {
    await this.world.advance(seconds * 1_000)
  }

  /** Returns the messages that a tab shows, with the waiting ones at the end. */
  static shown({ client }: OpenTab, id = 'group'): string[] {
    return client
      .log(id)
      .get()
      .rows.map(({ message, pending }) =>
        message ? `${message.seq} ${message.unreadable ?? message.content}` : `${pending?.state} ${pending?.content}`,
      )
  }
}

export const text = (content: string) => ({ content, replyTo: null, mentions: [] })
