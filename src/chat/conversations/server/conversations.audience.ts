import { roles } from '#contract/actor.ts'
import { byStrangers, type EventTable, type EventWorld, everyone, inPrivate, type Situation } from '#server/testing/events/table.ts'
import { allowEncryption } from '../../encryption/server/testing/allowed.ts'
import { givenDevice } from '../../encryption/server/testing/devices.ts'
import type { chatEvents } from '../conversations.events.ts'
import { said } from './testing/chat.ts'

const by = ({ person }: EventWorld) => person('actor')
const members = ['actor', 'member'] as const

/** Acts on a message of the actor in the group, in private conversations, and in the built-in group. */
const aboutMessage = (act: (world: EventWorld, message: string) => unknown): Record<string, Situation> => {
  const cause = async (world: EventWorld, conversation: string) => {
    const { _id } = await said(by(world), conversation, 'Hello')
    await act(world, _id)
    return String(_id)
  }
  return {
    'in a group': [(world) => cause(world, world.group), members],
    'in the group that everyone is in': [(world) => cause(world, 'general'), everyone],
    ...inPrivate((world, id) => cause(world, id)),
  }
}

/**
 * A stranger types in the group and then in the built-in group. Once the second event arrives, the first would have arrived too.
 */
const typingByStrangers = (sent: string, told: string) =>
  byStrangers(async (world, stranger) => {
    world.socket(stranger).emit('focus', world.group)
    world.socket(stranger).emit(sent, world.group)
    world.socket(stranger).emit(sent, 'general')
    await world.hears('actor', told, 'general')
    return world.group
  })

const typing = (sent: string, told: string): Record<string, Situation> => ({
  'in a group': [(world) => world.socket('actor').emit(sent, world.group), ['member']],
  ...Object.fromEntries(
    roles.map((role) => [
      `in a private conversation with a ${role}`,
      [(world) => world.socket('actor').emit(sent, world.privateWith(role)), [`partner ${role}`]] satisfies Situation,
    ]),
  ),
  'in a group while another conversation is open': [
    async (world) => {
      for (const role of ['student', 'admin'] as const) world.socket(`member ${role}`).emit('focus', world.privateWith(role))
      // Sockets that show another conversation have each announced it before this one reads.
      for (const role of ['student', 'admin'] as const) {
        const { _id } = await said(by(world), world.group, 'Hello')
        world.socket(`member ${role}`).emit('mark_message_read', { messageId: _id, conversationId: world.group })
        await world.hears('actor', 'message_read', world.person(`member ${role}`)._id)
      }
      world.socket('actor').emit(sent, world.group)
      return world.group
    },
    ['member manager', 'member superadmin'],
  ],
  ...typingByStrangers(sent, told),
})

const read = async (world: EventWorld, reader: 'actor' | 'member student', conversation: string) => {
  await world.person(reader).put(`/chat/conversations/${conversation}/read`)
  return world.person(reader)._id
}

const groupPath = ({ group }: EventWorld) => `/chat/admin/groups/${group}`

const makeGroupOfOutsiders = (world: EventWorld) => {
  const participants = roles.map((role) => world.person(`outsider ${role}`)._id)
  return by(world).post('/chat/admin/groups', { name: 'Chemistry', participants })
}

export const chatAudience: EventTable<typeof chatEvents> = {
  newMessage: {
    ...aboutMessage(() => undefined),
    'in a group whose events strangers ask for': [
      async (world) => {
        for (const stranger of ['former student', 'outsider student', 'outsider superadmin'] as const) {
          world.socket(stranger).emit('join_conversations', [world.group])
          world.socket(stranger).emit('typing_start', 'general')
          await world.hears('actor', 'user_typing', world.person(stranger)._id)
        }
        return (await said(by(world), world.group, 'Hello'))._id
      },
      members,
    ],
  },
  messageEdited: aboutMessage((world, id) => by(world).put(`/chat/messages/${id}`, { content: 'Good morning' })),
  messageDeleted: aboutMessage((world, id) => by(world).del(`/chat/messages/${id}`)),
  messageReactionUpdated: aboutMessage((world, id) => by(world).post(`/chat/messages/${id}/reactions`, { emoji: '👍' })),
  messageRead: {
    'in a group, whose messages were read': [
      async (world) => {
        await said(world.person('member student'), world.group, 'Hello')
        return read(world, 'actor', world.group)
      },
      ['actor', 'member student'],
    ],
    ...inPrivate(async (world, id, role) => {
      await said(world.person(`partner ${role}`), id, 'Hello')
      return read(world, 'actor', id)
    }),
    ...byStrangers(async (world, stranger) => {
      const [own, open] = [await said(by(world), world.group, 'Hello'), await said(by(world), 'general', 'Hello')]
      world.socket(stranger).emit('mark_message_read', { messageId: own._id, conversationId: world.group })
      world.socket(stranger).emit('mark_message_read', { messageId: open._id, conversationId: 'general' })
      await world.hears('actor', 'message_read', world.person(stranger)._id)
      return world.group
    }),
  },
  messageDelivered: {
    'in a group, once everyone else has received it': [
      async (world) => {
        await said(by(world), world.group, 'Hello')
        for (const role of roles) world.socket(`member ${role}`).emit('messages_received', [{ conversationId: world.group, seq: 1_000 }])
        return world.group
      },
      ['actor'],
    ],
    ...Object.fromEntries(
      roles.map((role) => [
        `in a private conversation with a ${role}`,
        [
          async (world) => {
            const id = world.privateWith(role)
            await said(by(world), id, 'Hello')
            world.socket(`partner ${role}`).emit('messages_received', [{ conversationId: id, seq: 1_000 }])
            return id
          },
          ['actor'],
        ] satisfies Situation,
      ]),
    ),
    ...byStrangers(async (world, stranger) => {
      await said(by(world), world.group, 'Hello')
      world.socket(stranger).emit('messages_received', [{ conversationId: world.group, seq: 1_000 }])
      world.socket(stranger).emit('typing_start', 'general')
      await world.hears('actor', 'user_typing', world.person(stranger)._id)
      return world.group
    }),
  },
  userTyping: typing('typing_start', 'user_typing'),
  userStopTyping: typing('typing_stop', 'user_stop_typing'),
  conversationCreated: {
    'to those who are added to a group': [
      (world) => {
        const userIds = [world.person('outsider student')._id, world.person('former manager')._id]
        return by(world).post(`${groupPath(world)}/members`, { userIds })
      },
      ['outsider student', 'former manager'],
    ],
    'to the first members of a group': [makeGroupOfOutsiders, ['actor', 'outsider']],
    ...Object.fromEntries(
      roles.map((role) => [
        `to both, with a ${role}`,
        [
          (world) => by(world).post('/chat/conversations/private', { userId: world.person(`member ${role}`)._id }),
          ['actor', `member ${role}`],
        ] satisfies Situation,
      ]),
    ),
  },
  conversationUpdated: {
    'of a group that is renamed': [(world) => by(world).put(groupPath(world), { name: 'Biology' }), members],
    'of one’s own settings': [(world) => by(world).put(`/chat/conversations/${world.group}/settings`, { notify: 'none' }), ['actor']],
    'of one’s own mark': [(world) => by(world).put(`/chat/conversations/${world.group}/unread`), ['actor']],
  },
  conversationRemoved: {
    'to a person who is removed': [
      (world) => by(world).del(`${groupPath(world)}/members/${world.person('member manager')._id}`),
      ['member manager'],
    ],
    'to the members of a group that is deleted': [
      (world) => by(world).del(groupPath(world)),
      ['actor', 'member student', 'member admin', 'member superadmin'],
    ],
  },
  encryptionChanged: {
    'of a private conversation that can be encrypted now': [
      async (world) => {
        await allowEncryption(world.app.db)
        await givenDevice(world.person('partner student'))
      },
      ['actor', 'partner student'],
    ],
    'of a group that can be encrypted now, to its administrators': [
      async (world) => {
        await givenDevice(world.person('member student'))
        return world.group
      },
      ['actor', 'member admin', 'member superadmin'],
    ],
    'of a group that is encrypted': [
      async (world) => {
        const encrypted = { encryptedAt: new Date().toISOString(), keyVersion: 1, requiredKeyVersion: 1 }
        await world.app.db.updateTable('conversations').set(encrypted).where('id', '=', world.group).execute()
        await by(world).put(groupPath(world), { name: 'Astronomy' })
      },
      members,
    ],
  },
}
