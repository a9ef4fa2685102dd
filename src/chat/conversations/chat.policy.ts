import { type Actor, isAdmin, isStaff, isStudent, type Role } from '#contract/actor.ts'
import { commonErrors, type ErrorKind } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { ChatSettings } from '#system/settings/customization.settings.contract.ts'
import { type Conversation, chatErrors, type Message } from './chat.shapes.contract.ts'

const HOUR_MS = 3_600_000

/** The other person of a private conversation, as far as it decides who may write. */
export type Other = { role: Role; isGone: boolean; blocksMe: boolean; isBlocked: boolean; hasWritten: boolean }

/** What decides whether someone may write in a conversation. */
export type Writing = {
  me: Pick<Actor, 'role'>
  /** Null in a private conversation. */
  groupName: string | null
  postPolicy: Conversation['postPolicy']
  /** Until when an administrator has stopped them, as people read it; null where nobody has. */
  stoppedUntil: string | null
  /** Null in a group. */
  other: Other | null
  studentsMayWrite: ChatSettings['studentsMayWrite']
}

const whyNotInPrivate = ({ me, other, studentsMayWrite }: Writing): ErrorKind | undefined => {
  if (!other) return undefined
  if (other.isGone) return chatErrors.personGone
  if (other.isBlocked) return chatErrors.youBlocked
  if (other.blocksMe) return chatErrors.blocked
  return whyNotTo(me, other, studentsMayWrite)
}

/** Answering a member of staff always works. */
const whyNotTo = (
  me: Pick<Actor, 'role'>,
  { role, hasWritten }: Pick<Other, 'role' | 'hasWritten'>,
  studentsMayWrite: ChatSettings['studentsMayWrite'],
): ErrorKind | undefined => {
  if (!isStudent(me) || studentsMayWrite === 'everyone') return undefined
  if (isStaff({ role })) return studentsMayWrite === 'nobody' && !hasWritten ? chatErrors.notToAnyone : undefined
  return studentsMayWrite === 'nobody' ? chatErrors.notToAnyone : chatErrors.notToStudents
}

/** Whether anything besides the announcement rule keeps someone from taking part; reactions are open in announcements. */
const whyNotTakePart = (writing: Writing): ErrorKind | undefined =>
  writing.stoppedUntil === null
    ? whyNotInPrivate(writing)
    : { ...chatErrors.stopped, message: `An administrator has stopped you from writing until ${writing.stoppedUntil}.` }

/** In the words of the specification where the group is called Announcement, else with the name that it has now. */
const announcementOnly = (groupName: string): ErrorKind =>
  groupName.normalize('NFKC').trim().toLowerCase() === 'announcement'
    ? chatErrors.announcementOnly
    : { ...chatErrors.announcementOnly, message: `Only admins can post in ${groupName}.` }

const whyNotWrite = (writing: Writing): ErrorKind | undefined =>
  writing.postPolicy === 'admins' && !isAdmin(writing.me) ? announcementOnly(writing.groupName ?? '') : whyNotTakePart(writing)

type Authored = { sender: Pick<Message['sender'], '_id'> }
type Editable = Authored & Pick<Message, 'type' | 'createdAt' | 'isDeleted'>

/** A person who asks is a member. */
const whyNotEdit = (me: Pick<Actor, '_id' | 'role'>, message: Editable, now: Date): ErrorKind | undefined => {
  if (message.isDeleted) return commonErrors.notFound
  if (message.sender._id !== me._id && !isAdmin(me)) return commonErrors.notAllowed
  if (message.type !== 'text') return chatErrors.editTextOnly
  return now.getTime() - Date.parse(message.createdAt) > limits.editHours * HOUR_MS ? chatErrors.editTooLate : undefined
}

const whyNotDelete = (me: Pick<Actor, '_id' | 'role'>, { sender }: Authored): ErrorKind | undefined =>
  sender._id === me._id || isAdmin(me) ? undefined : commonErrors.notAllowed

export const chatPolicy = { whyNotTakePart, whyNotWrite, whyNotEdit, whyNotDelete }
