import type { Payload } from '#contract/event.ts'
import type { platformEvents } from '#contract/platform.events.ts'
import { chatEvents } from '../../../conversations.events.ts'
import type { ChatSocket } from '../environment.ts'
import type { Decrypter } from '../log/decrypter.ts'

type Events = typeof chatEvents
export type Handlers = { [E in keyof Events]: (payload: Payload<Events[E]>) => void }

type Hearing = {
  socket: ChatSocket
  decrypter: Decrypter
  handlers: Handlers
  /** Called when an event of a conversation could not be decrypted. */
  missed: (conversationId: string) => void
}

/** The ids by which the events of a conversation name it. */
type OfConversation = { conversation?: string; conversationId?: string; _id?: string }
const conversationOf = (payload: unknown): string => {
  const { conversation, conversationId, _id } = payload as OfConversation
  return conversation ?? conversationId ?? _id ?? ''
}

/**
 * Validates and handles the server's events; returns a function that stops this. Events of one conversation are handled in order
 * of arrival.
 */
export const hearEvents = ({ socket, decrypter, handlers, missed }: Hearing): (() => void) => {
  const { message, conversation } = decrypter
  const openers: { [E in keyof Events]?: (payload: never) => Promise<unknown> } = {
    newMessage: message,
    messageEdited: message,
    conversationCreated: conversation,
    conversationUpdated: conversation,
  }
  const turns = new Map<string, Promise<void>>()
  let isStopped = false

  const hear = (name: keyof Events, payload: unknown): void => {
    const [open, id] = [openers[name], conversationOf(payload)]
    const handle = handlers[name] as (payload: unknown) => void
    const before = turns.get(id)
    if (!open && !before) {
      handle(payload)
      return
    }
    const work = async () => {
      const readable = open ? await open(payload as never) : payload
      if (!isStopped) handle(readable)
    }
    const turn = (before ?? Promise.resolve())
      .then(work)
      .catch(() => isStopped || missed(id))
      .then(() => void (turns.get(id) === turn && turns.delete(id)))
    turns.set(id, turn)
  }
  const names = Object.keys(chatEvents) as (keyof Events)[]
  const stops = names.map((name) => socket.on(chatEvents[name], (payload) => hear(name, payload)))
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}

/** Data shown in the list of conversations besides messages: names, settings, blocks, memberships. */
const shown = ['chat', 'conversations', 'users']

export const concernsList = ({ topics }: Payload<typeof platformEvents.changed>): boolean => topics.some((topic) => shown.includes(topic))
