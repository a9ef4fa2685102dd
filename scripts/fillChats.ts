import { type Chat, chats, type Line, type Who } from './chats.ts'
import type { Call } from './fillFees.ts'

type People = Readonly<Record<Who, Call>>
type Made = { _id: string }

const conversationOf = async (people: People, ids: ReadonlyMap<Who, string>, { where }: Chat): Promise<string> => {
  if (typeof where === 'string') return where
  if ('group' in where) {
    const { group: name, description, members } = where
    return (await people.admin<Made>('POST', '/chat/admin/groups', { name, description, participants: members.map((who) => ids.get(who)) }))
      ._id
  }
  const [one, other] = where.between
  return (await people[one]<Made>('POST', '/chat/conversations/private', { userId: ids.get(other) }))._id
}

const say = async (people: People, conversation: string, { from, text, answers }: Line, said: readonly string[]): Promise<string> => {
  const replyTo = answers === undefined ? null : said[answers]
  return (await people[from]<Made>('POST', `/chat/conversations/${conversation}/messages`, { content: text, replyTo }))._id
}

/** Edits, reactions and deletions of a message after it was sent. */
const change = async (people: People, id: string, { from, reactions = [], becomes, isDeleted }: Line): Promise<void> => {
  for (const [who, emoji] of reactions) await people[who]('POST', `/chat/messages/${id}/reactions`, { emoji, on: true })
  if (becomes) await people[from]('PUT', `/chat/messages/${id}`, { content: becomes })
  if (isDeleted) await people[from]('DELETE', `/chat/messages/${id}`)
}

/** Lets these people chat, through the same calls that their screens make. */
export const chatter = async (people: People): Promise<void> => {
  const ids = new Map<Who, string>()
  for (const [who, call] of Object.entries(people) as [Who, Call][]) ids.set(who, (await call<Made>('GET', '/auth/me'))._id)
  for (const chat of chats) {
    const id = await conversationOf(people, ids, chat)
    const said: string[] = []
    for (const line of chat.lines) said.push(await say(people, id, line, said))
    for (const [at, line] of chat.lines.entries()) await change(people, said[at] ?? '', line)
    for (const [who, left] of Object.entries(chat.unread) as [Who, number][])
      await people[who]('PUT', `/chat/conversations/${id}/read`, { seq: Math.max(0, said.length - left) })
  }
}
