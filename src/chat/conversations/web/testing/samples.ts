import type { ChatPerson, Conversation, LastMessage, Message } from '../../conversations.shapes.contract.ts'

export const asha: ChatPerson = { _id: 'student-1', name: 'Asha Devi', role: 'student', profilePicture: null }
export const ravi: ChatPerson = { _id: 'ravi', name: 'Ravi Kumar', role: 'student', profilePicture: null }
export const meena: ChatPerson = { _id: 'meena', name: 'मीना शर्मा', role: 'manager', profilePicture: null }

const sentAt = '2026-11-22T05:00:00.000Z'
export const now = new Date('2026-11-22T06:00:00.000Z')

/** A message of Ravi’s; its id is derived from its number. */
export const message = (seq: number, more: Partial<Message> = {}): Message => ({
  _id: `m${seq}`,
  conversation: 'c1',
  seq,
  change: 0,
  clientId: `client-${seq}`,
  type: 'text',
  content: `Message ${seq}`,
  sender: ravi,
  createdAt: sentAt,
  isEdited: false,
  editedAt: null,
  editedBy: null,
  isDeleted: false,
  reactions: [],
  attachment: null,
  replyTo: null,
  mentions: [],
  ...more,
})

/** The fields that make a message an encrypted one. */
export const encrypted = {
  encryption: {
    v: 1 as const,
    alg: 'A256GCM',
    isEncrypted: true as const,
    keyVersion: 1,
    deviceId: 'd'.repeat(43),
    revision: 1,
    iv: 'AAAAAAAAAAAAAAAA',
    ciphertext: 'AAAAAAAAAAAAAAAAAAAAAA==',
    commitment: `${'A'.repeat(43)}=`,
    signature: `${'A'.repeat(86)}==`,
    writtenBy: ravi._id,
  },
}

export const lastOf = ({ _id, seq, type, content, sender, createdAt, isDeleted }: Message): LastMessage => ({
  _id,
  seq,
  type,
  content,
  sender: { _id: sender._id, name: sender.name },
  timestamp: createdAt,
  isDeleted,
})

const conversation = (more: Partial<Conversation>): Conversation => ({
  _id: 'c1',
  type: 'private',
  name: 'Ravi Kumar',
  description: '',
  builtIn: null,
  postPolicy: 'all',
  isEncrypted: false,
  participants: [],
  participantCount: 2,
  lastMessage: null,
  firstSeq: 1,
  lastSeq: 0,
  lastChange: 0,
  createdAt: sentAt,
  updatedAt: sentAt,
  unreadCount: 0,
  unreadMentions: 0,
  markedUnread: false,
  readSeq: 0,
  deliveredSeq: 0,
  mutedUntil: null,
  notify: 'all',
  whyNotWrite: null,
  ...more,
})

/** Asha’s conversation with Ravi. */
export const withRavi = (more: Partial<Conversation> = {}): Conversation =>
  conversation({ participants: [asha, ravi].map((user) => ({ user, readSeq: 0 })), ...more })

/** A group of three. */
export const group = (more: Partial<Conversation> = {}): Conversation =>
  conversation({
    _id: 'c2',
    type: 'group',
    name: 'Morning batch',
    participants: [asha, meena, ravi].map((user) => ({ user, readSeq: 0 })),
    participantCount: 3,
    ...more,
  })
