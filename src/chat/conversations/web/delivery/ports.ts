import type { Sealer } from '#chat/encryption/web/encryption.ts'
import type { Actor } from '#contract/actor.ts'
import type { call } from '#web/api/call.ts'
import type { Connection, SocketHandler } from '#web/api/socketEvents.ts'
import type { Store } from '#web/api/store.ts'
import type { Quoted } from '../../chat.shapes.contract.ts'

/* What delivery needs of the browser, given to it so that tests can play the network, the clock and the disk. */

export type Call = typeof call

export type Clock = {
  now: () => number
  /** Runs something later; returns how to call that off. */
  after: (ms: number, run: () => void) => () => void
  /** From 0 up to 1. */
  random: () => number
}

export type ChatSocket = {
  connection: Store<Connection>
  epoch: Store<string | null>
  on: (event: string, handler: SocketHandler) => () => void
  emit: (event: string, ...args: unknown[]) => void
}

export type Tab = {
  isVisible: () => boolean
  /** Called when the tab is shown again or the browser finds a network. */
  onReturn: (handler: () => void) => () => void
  /** Called when the tab is hidden, after which it may never run again. */
  onHidden: (handler: () => void) => () => void
}

type Written = { content: string; replyTo: Quoted | null; mentions: readonly { _id: string; name: string }[] }
export type SavedDraft = Written & { files?: readonly File[] }

/** A message of the outbox as it is kept on the device. */
export type Entry = Written & {
  clientId: string
  conversation: string
  file: { blob: Blob; name: string; mediaType: string } | null
  createdAt: string
  /** Its conversation was encrypted when it was written: it never goes otherwise. */
  isEncrypted?: boolean
  /** Why the server refused it, until that is shown. */
  refused: string | null
}

/** One person's unsent messages and drafts on this device, which their other tabs share. */
export type UnsentStorage = {
  /** In the order in which they were added. */
  all: () => Promise<Entry[]>
  add: (entry: Entry) => Promise<void>
  refuse: (clientId: string, message: string) => Promise<void>
  /** Removes an entry and returns it: of several who take the same, one gets it. */
  take: (clientId: string) => Promise<Entry | undefined>
  readDraft: (conversation: string) => Promise<SavedDraft | null>
  writeDraft: (conversation: string, draft: SavedDraft | null) => Promise<void>
  /** Called when another tab has changed the entries. */
  onChange: (changed: () => void) => () => void
  /** Runs what only one tab may do at a time for a conversation, where the browser can see to that. */
  inTurn: <T>(conversation: string, work: () => Promise<T>) => Promise<T>
  close: () => void
}

export type Ports = { call: Call; socket: ChatSocket; storage: UnsentStorage; clock: Clock; tab: Tab; sealer: Sealer; me: Actor }
