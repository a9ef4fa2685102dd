import { type Actor, isAdmin } from '#contract/actor.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { chatLimits } from './conversations.limits.ts'
import { chatErrors, type Message } from './conversations.shapes.contract.ts'

const HOUR_MS = 3_600_000

type Authored = { sender: Pick<Message['sender'], '_id'> }
type Editable = Authored & Pick<Message, 'type' | 'createdAt' | 'isDeleted'>

/** Assumes that the person is a member. */
const whyNotEdit = (me: Pick<Actor, '_id' | 'role'>, message: Editable, now: Date): ErrorKind | undefined => {
  if (message.isDeleted) return commonErrors.notFound
  if (message.sender._id !== me._id && !isAdmin(me)) return commonErrors.notAllowed
  if (message.type !== 'text') return chatErrors.editTextOnly
  return now.getTime() - Date.parse(message.createdAt) > chatLimits.editHours * HOUR_MS ? chatErrors.editTooLate : undefined
}

const whyNotDelete = (me: Pick<Actor, '_id' | 'role'>, { sender }: Authored): ErrorKind | undefined =>
  sender._id === me._id || isAdmin(me) ? undefined : commonErrors.notAllowed

export const chatPolicy = { whyNotEdit, whyNotDelete }
