import type { Actor } from '#contract/actor.ts'
import type { call } from '#web/api/call.ts'
import type { Connection, emitOnSocket, onSocketEvent } from '#web/api/socketEvents.ts'
import type { Store } from '#web/api/store.ts'
import type { Quoted } from '../../conversations.shapes.contract.ts'
import type { MessageEncryption } from '../messageEncryption.ts'

/* The browser features that the client needs, passed in so that tests can simulate the network, the clock and the disk. */

export type Call = typeof call

export type Clock = {
  now: () => number
  /** Schedules a call; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void
  /** Returns a number from 0 up to, but not including, 1. */
  random: () => number
}

export type ChatSocket = {
  connection: Store<Connection>
  epoch: Store<string | null>
  on: typeof onSocketEvent
  emit: typeof emitOnSocket
}

export type Tab = {
  isVisible: () => boolean
  /** Registers a handler for when the tab becomes visible again or the browser goes online. */
  onReturn: (handler: () => void) => () => void
  /** Registers a handler for when the tab is hidden, after which its code may never run again. */
  onHidden: (handler: () => void) => () => void
}

type Written = { content: string; replyTo: Quoted | null; mentions: readonly { _id: string; name: string }[] }
export type SavedDraft = Written & { files?: readonly File[] }

/** A message of the outbox as stored on the device. */
export type Entry = Written & {
  clientId: string
  conversation: string
  file: { blob: Blob; name: string; mediaType: string } | null
  createdAt: string
  /** True if the conversation was encrypted when this was written: it is then never sent unencrypted. */
  isEncrypted?: boolean
  /** Why the server rejected it, until that is shown. */
  refused: string | null
}

/** One person's unsent messages and drafts on this device, shared by their tabs. */
export type UnsentStorage = {
  /** Returns entries in the order in which they were added. */
  all: () => Promise<Entry[]>
  add: (entry: Entry) => Promise<void>
  refuse: (clientId: string, message: string) => Promise<void>
  /** Removes an entry and returns it. If several tabs take the same entry, only one gets it. */
  take: (clientId: string) => Promise<Entry | undefined>
  readDraft: (conversation: string) => Promise<SavedDraft | null>
  writeDraft: (conversation: string, draft: SavedDraft | null) => Promise<void>
  /** Registers a callback for changes made by another tab. */
  onChange: (changed: () => void) => () => void
  /** Runs work that only one tab may do at a time for a conversation, in browsers that support this. */
  inTurn: <T>(conversation: string, work: () => Promise<T>) => Promise<T>
  close: () => void
}

export type Environment = {
  call: Call
  socket: ChatSocket
  storage: UnsentStorage
  clock: Clock
  tab: Tab
  encryption: MessageEncryption
  me: Actor
}
