import type { FlaggedMessage, MonitoredConversation, MonitoredMessage, Report, Revealed, Stop } from '../../moderation.shapes.contract.ts'

const at = '2026-11-22T05:30:00.000Z'

export const conversation = (name: string, more: Partial<MonitoredConversation> = {}): MonitoredConversation => ({
  _id: name.toLowerCase().replaceAll(/\W+/g, '-'),
  type: 'group',
  name,
  description: '',
  builtIn: null,
  postPolicy: 'all',
  isEncrypted: false,
  participants: [],
  participantCount: 2,
  lastMessage: null,
  firstSeq: 1,
  lastSeq: 2,
  lastChange: 0,
  createdAt: at,
  updatedAt: at,
  messageCount: 2,
  flaggedCount: 0,
  reportCount: 0,
  ...more,
})

export const noFlag = { isFlagged: false, flaggedBy: null, reason: null, flaggedAt: null }
export const flagOf = (name: string, reason = '') => ({
  isFlagged: true,
  flaggedBy: { _id: name.replaceAll(' ', '-'), name },
  reason,
  flaggedAt: at,
})

export const message = (content: string | null, more: Partial<MonitoredMessage> = {}): MonitoredMessage => ({
  _id: `m-${content?.replaceAll(' ', '-')}`,
  conversation: 'physics',
  seq: 1,
  change: 0,
  clientId: 'c',
  type: 'text',
  content,
  sender: { _id: 'binod', name: 'Binod', role: 'student', profilePicture: null },
  createdAt: at,
  isEdited: false,
  editedAt: null,
  editedBy: null,
  isDeleted: false,
  reactions: [],
  attachment: null,
  replyTo: null,
  mentions: [],
  flagged: noFlag,
  reports: [],
  versions: [],
  deletedAt: null,
  deletedBy: null,
  ...more,
})

/** Returns base64 of this many bytes. */
const bytes = (length: number): string => btoa('x'.repeat(length))

/** An encrypted message whose ciphertext has this many bytes. */
export const encryptedMessage = (size: number, more: Partial<MonitoredMessage> = {}): MonitoredMessage => ({
  ...message(null),
  _id: `m-encrypted-${size}`,
  encryption: {
    v: 1,
    alg: 'A256GCM',
    isEncrypted: true,
    keyVersion: 1,
    deviceId: 'd'.repeat(43),
    revision: 1,
    iv: bytes(12),
    ciphertext: bytes(size),
    commitment: bytes(32),
    signature: bytes(64),
    writtenBy: 'binod',
  },
  ...more,
})

/** The content of Binod’s message revealed by a report. */
export const revealed = (text: string, more: Partial<Revealed> = {}): Partial<Report> => ({
  verified: true,
  disclosed: { revision: 1, writtenBy: { _id: 'binod', name: 'Binod' }, text, file: null, ...more },
})

export const flaggedMessage = (content: string | null, more: Partial<FlaggedMessage> = {}): FlaggedMessage => ({
  ...message(content),
  conversationName: 'Physics',
  conversationType: 'group',
  conversationDeleted: false,
  ...more,
})

export const report = (reporter: string, more: Partial<Report> = {}): Report => ({
  _id: `r-${reporter}`,
  message: 'm',
  reporter: { _id: reporter, name: reporter },
  reason: '',
  createdAt: at,
  outcome: null,
  decidedBy: null,
  decidedAt: null,
  disclosed: null,
  verified: null,
  ...more,
})

export const stopOf = (name: string): Stop => ({
  user: { _id: name, name, role: 'student', profilePicture: null },
  until: '2026-11-25T18:29:59.999Z',
  reason: 'Insults',
  stoppedBy: { _id: 'admin-1', name: 'Anita Singh' },
  stoppedAt: at,
})
