import { expect, test } from 'vitest'
import { type Conversation, type Message, SharedConversation } from '../../../conversations.shapes.contract.ts'
import { Hall } from '../testing/hall.ts'
import { byNewest, merged, mergedShared, readUpTo, withEdit, withMessage } from './conversations.ts'

/** The group as Asha sees it after four messages by Mohan, and its server. */
const given = () => {
  const { server } = new Hall()
  const post = (content: string): Message => server.post('mohan', 'group', { content, clientId: content })
  for (const content of ['m1', 'm2', 'm3', 'm4']) post(content)
  return { server, post, group: (): Conversation => server.shown('asha', 'group') }
}

const seen = { myId: 'asha', isWatched: false }

test('a response older than the newest message does not remove it', () => {
  const { post, group } = given()
  const early = group()
  const now = withMessage(early, post('m5'), seen)
  expect(merged(now, early)).toEqual(now)
  expect(mergedShared(now, SharedConversation.parse({ ...early, name: 'Renamed' }))).toEqual({ ...now, name: 'Renamed' })
})

test('a response older than an edit of the newest message does not revert it', () => {
  const { group } = given()
  const early = group()
  const messageId = early.lastMessage?._id ?? ''
  const now = withEdit(early, { messageId, change: 1, content: 'Better', isDeleted: false })
  expect(merged(now, early).lastMessage?.content).toBe('Better')
})

test('an older response reverts no read positions, neither own ones nor those of others', () => {
  const { server, group } = given()
  const early = group()
  server.read('mohan', 'group', 3)
  const now = readUpTo(group(), 3)
  const after = merged(now, early)
  expect(after).toMatchObject({ readSeq: 3, unreadCount: 1 })
  expect(after.participants.find(({ user }) => user._id === 'mohan')?.readSeq).toBe(3)
})

test('a deleted message in the list stays deleted, and an edit of another one changes nothing there', () => {
  const { group } = given()
  const messageId = group().lastMessage?._id ?? ''
  const gone = withEdit(group(), { messageId, change: 2, content: null, isDeleted: true })
  expect(withEdit(gone, { messageId, change: 1, content: 'Too late', isDeleted: false }).lastMessage).toEqual(gone.lastMessage)
  expect(withEdit(group(), { messageId: 'another', change: 1, content: 'x', isDeleted: false }).lastMessage).toEqual(group().lastMessage)
})

test('a message that names the reader counts as a mention too; a deleted one is not counted', () => {
  const { post, group } = given()
  const before = group()
  const message = { ...post('Asha?'), mentions: [{ _id: 'asha', name: 'Asha Devi' }] }
  expect(withMessage(before, message, seen)).toMatchObject({ unreadCount: 5, unreadMentions: 1 })
  expect(withMessage(before, { ...message, isDeleted: true }, seen)).toMatchObject({ unreadCount: 4, unreadMentions: 0 })
})

test('read positions never move back or past the end, and clear the unread mark', () => {
  const { group } = given()
  const read = readUpTo(group(), 3)
  expect(readUpTo(read, 2)).toBe(read)
  expect(readUpTo(read, 99)).toMatchObject({ readSeq: 4, unreadCount: 0 })
  expect(readUpTo({ ...read, markedUnread: true }, 1)).toMatchObject({ readSeq: 3, markedUnread: false })
})

test('orders two messages of the same millisecond by id, the later one first', () => {
  const { server, group } = given()
  server.post('mohan', 'pair', { content: 'p', clientId: 'p' })
  const pair = server.shown('asha', 'pair')
  const [one, two] = [group(), pair].sort(byNewest)
  expect([one?._id, two?._id]).toEqual(['pair', 'group'])
})
