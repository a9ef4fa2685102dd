import { type Actor, isAdmin, isStaff, isSuperadmin } from './actor.ts'

type Audience = 'members' | 'staff' | 'admins' | 'superadmins' | 'own'

/**
 * What can change, each with the widest audience that is notified: every member, staff, admins, superadmins, or only the people
 * concerned (`own`). A GET declares the topics it `shows`, every other call those it `changes`; caches and open screens follow from
 * that.
 */
export const topics = {
  announcements: 'admins',
  categories: 'members',
  chat: 'own',
  conversations: 'admins',
  customization: 'members',
  devices: 'own',
  documents: 'members',
  favorites: 'own',
  fees: 'staff',
  notices: 'staff',
  gallery: 'admins',
  marks: 'own',
  moderation: 'admins',
  reading: 'own',
  sessions: 'own',
  system: 'superadmins',
  thoughts: 'members',
  users: 'staff',
  visits: 'staff',
} as const satisfies Record<string, Audience>
export type Topic = keyof typeof topics

export const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name)

/** Returns whether a person is notified of every change of a topic, and not only of those that name them. */
export const follows = (me: Pick<Actor, 'role'>, topic: Topic): boolean => {
  const audience = topics[topic] as Audience
  if (audience === 'superadmins') return isSuperadmin(me)
  return audience === 'members' || (audience === 'staff' && isStaff(me)) || (audience === 'admins' && isAdmin(me))
}

/** Returns whether a change of the topic raises a revision, which other processes and cached replies see. Personal data has none. */
export const hasRevision = (topic: Topic): boolean => topics[topic] !== 'own'
