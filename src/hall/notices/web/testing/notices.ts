import type { Notice, ReadableNotice } from '../../notices.shapes.contract.ts'

const shared = {
  content: 'The hall is closed on Monday.',
  type: 'tab',
  targetAllUsers: true,
  priority: 5,
  publishAt: null,
  expiresAt: null,
  isActive: true,
  attachment: null,
  createdAt: '2026-11-21T05:30:00.000Z',
  updatedAt: '2026-11-21T05:30:00.000Z',
} as const

/** A notice as its reader receives it; its id is its title. */
export const readable = (title: string, more: Partial<ReadableNotice> = {}): ReadableNotice => ({
  ...shared,
  _id: title.replaceAll(/\W/g, '-'),
  title,
  createdBy: { name: 'Farida Khan' },
  isRead: false,
  ...more,
})

/** A notice as staff receive it. */
export const managed = (title: string, more: Partial<Notice> = {}): Notice => ({
  ...shared,
  _id: title.replaceAll(/\W/g, '-'),
  title,
  createdBy: { name: 'Farida Khan', email: 'farida@example.org' },
  status: 'active',
  targetUsers: [],
  readBy: [],
  readCount: 0,
  ...more,
})

export const listOf = <T>(...items: T[]) => ({ items, nextCursor: null })
