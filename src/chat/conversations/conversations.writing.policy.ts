import { type Actor, isAdmin, isStaff, isStudent, type Role } from '#contract/actor.ts'
import { type ErrorKind, withParams } from '#contract/errors.ts'
import type { ChatSettings } from '#system/customization/customization.settings.contract.ts'
import { type Conversation, chatErrors } from './conversations.shapes.contract.ts'

/* Who may write where. Only the server asks this: conversations carry the reason for screens. */

/** The properties of the other person in a private conversation that decide who may write. */
export type Other = { role: Role; isGone: boolean; blocksMe: boolean; isBlocked: boolean; hasWritten: boolean }

/** The facts that decide whether a person may write in a conversation. */
export type Writing = {
  me: Pick<Actor, 'role'>
  /** Null in a private conversation. */
  groupName: string | null
  postPolicy: Conversation['postPolicy']
  /** When the ban set by an administrator ends, as the parameter of `chatErrors.stopped`; null without a ban. */
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

/** Replying to staff is always allowed. */
const whyNotTo = (
  me: Pick<Actor, 'role'>,
  { role, hasWritten }: Pick<Other, 'role' | 'hasWritten'>,
  studentsMayWrite: ChatSettings['studentsMayWrite'],
): ErrorKind | undefined => {
  if (!isStudent(me) || studentsMayWrite === 'everyone') return undefined
  if (isStaff({ role })) return studentsMayWrite === 'nobody' && !hasWritten ? chatErrors.notToAnyone : undefined
  return studentsMayWrite === 'nobody' ? chatErrors.notToAnyone : chatErrors.notToStudents
}

/** Returns why the person cannot take part, apart from the announcement rule: reactions are allowed in announcements. */
const whyNotTakePart = (writing: Writing): ErrorKind | undefined =>
  writing.stoppedUntil === null ? whyNotInPrivate(writing) : withParams(chatErrors.stopped, { until: writing.stoppedUntil })

/** Uses the words of the specification if the group is called Announcement, and its current name otherwise. */
const announcementOnly = (groupName: string): ErrorKind =>
  groupName.normalize('NFKC').trim().toLowerCase() === 'announcement'
    ? chatErrors.announcementOnly
    : withParams(chatErrors.announcementOnly, { group: groupName })

const whyNotWrite = (writing: Writing): ErrorKind | undefined =>
  writing.postPolicy === 'admins' && !isAdmin(writing.me) ? announcementOnly(writing.groupName ?? '') : whyNotTakePart(writing)

export const writingPolicy = { whyNotTakePart, whyNotWrite }
