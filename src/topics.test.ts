import { expect, test } from 'vitest'
import { groupOf, privateOf } from '#chat/conversations/server/testing/chat.ts'
import { allowEncryption } from '#chat/encryption/server/testing/allowed.ts'
import { givenListed, makeFirstList, newDevice, saveLists, sealedKeys } from '#chat/encryption/server/testing/chains.ts'
import { bookShape, givenDevice, keyFor, rsaPem, signingPem, wrapFor } from '#chat/encryption/server/testing/devices.ts'
import { defaultPalette } from '#contract/theme/palette.ts'
import type { Topic } from '#contract/topics.ts'
import { chargeBegunMonths } from '#money/charging/server/charging.job.service.ts'
import { features, resetLink } from '#server/features.ts'
import { callAs, endpoints, givenWorld, table } from '#server/testing/access/rows.ts'
import { type World as AccessWorld, callers } from '#server/testing/access/table.ts'
import { unique } from '#server/testing/access/things.ts'
import { givenImage, imageForm } from '#server/testing/gallery.ts'
import type { SignedInPerson } from '#server/testing/given.ts'
import { browserKeys } from '#server/testing/givenPush.ts'
import { givenCategory, givenDocument, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'
import { picture } from '#server/testing/pictures.ts'

/*
 * Makes every call that changes something, with its fullest effect, and compares what it writes with what it declares to change. A
 * call without a row here is made as the access table of its feature does.
 * `given` checks in every test that no call writes anything else.
 */

type World = AccessWorld & { superadmin: SignedInPerson; student: SignedInPerson }

const category = async ({ admin }: World, name = unique('Physics')) => (await givenCategory(admin, name))._id
const document = async (world: World) => (await givenDocument(world.admin, 'Waves', await category(world)))._id
/** A document that the student has starred, begun to read, and marked. */
const lovedDocument = async (world: World) => {
  const id = await document(world)
  await world.student.post(`/document/${id}/favorite`)
  await world.student.put(`/document/${id}/progress`, { page: 2 })
  await world.student.put(`/document/${id}/marks/known`, { kind: 'bookmark', page: 2 })
  return id
}
const announcement = async ({ admin }: World) => (await admin.post('/announcement', { title: 'Open', content: 'All day' })).body._id
const thought = async ({ admin }: World) => (await admin.post('/thought', { thought: 'Read' })).body._id
/** A notice that names the student, who has read it. */
const readNotice = async ({ admin, student }: World): Promise<string> => {
  const body = { title: 'Holiday', content: 'Closed on Monday', type: 'banner', targetUsers: [student._id] }
  const { _id } = (await admin.post('/notice', body)).body
  await student.post(`/notice/${_id}/read`)
  return _id
}
/** An encrypted conversation of the student and an administrator. */
const encrypted = async ({ app, admin, student }: World) => {
  await allowEncryption(app.db)
  const conversation = await privateOf(student, admin)
  const [phone, desk] = [await givenDevice(student), await givenDevice(admin)]
  const saved = await student.put(`/chat/conversations/${conversation}/encryption`, keyFor(1, phone, [phone, desk]))
  return { conversation, phone, saved }
}

const chatMessage = async ({ student }: World): Promise<string> =>
  (await student.post('/chat/conversations/general/messages', { content: 'Hello' })).body._id
/** What the superadmin reported. */
const report = async (world: World): Promise<string> =>
  (await world.superadmin.post(`/chat/messages/${await chatMessage(world)}/report`)).body._id
const stopped = ({ admin, student }: World) => admin.put(`/chat/admin/people/${student._id}/stop`, { until: '2099-01-01', deleteHours: 1 })
/** A muted group of the student. */
const quietGroup = async ({ app, student }: World): Promise<string> => {
  const id = await groupOf(app, [student])
  await student.put(`/chat/conversations/${id}/settings`, { notify: 'none' })
  return id
}
const account = { name: 'Meera', email: 'meera@example.org', password: 'a good long one' }
const keyOf = (link: string | undefined): string | undefined => link?.split('#key=')[1]
const newPassword = 'another good one'

const hall = async ({ admin }: World, call: 'post' | 'put', path: string, body: unknown) => admin[call](`/customization${path}`, body)
/** The address of a theme that is in use. */
const themeInUse = async (world: World): Promise<string> => {
  const { body } = await hall(world, 'post', '/themes/custom', { name: 'Dusk', colors: defaultPalette })
  await hall(world, 'put', '/theme', { themeId: body._id })
  return `/themes/custom/${body._id}`
}
const logo = async (): Promise<FormData> => {
  const form = new FormData()
  form.append('logo', new Blob([Uint8Array.from(await picture())]), 'logo.png')
  return form
}

const fee = async ({ admin, student }: World): Promise<string> =>
  (await admin.post('/user/fees', { studentId: student._id, kind: 'monthly', month: 1, year: 2026, amount: 1000 })).body._id
const paidAhead = async ({ admin, student }: World): Promise<string> =>
  (await admin.post('/user/fees/payments', { studentId: student._id, amount: 1500, method: 'cash' })).body._id
const refundOf = ({ student }: World) => ({ studentId: student._id, amount: 200, method: 'cash', reason: 'Left early' })

const payment = () => ({ method: 'cash', amount: 900, clientId: crypto.randomUUID() })

/** A run of the job that has charged the student the month of joining. */
const chargedRun = async ({ app, admin }: World): Promise<string> => {
  await app.as('student', { dateJoined: app.today(), monthlyFee: 90_000 })
  await chargeBegunMonths(app.platform)
  return (await admin.get('/user/fees/charging')).body.lastRun._id
}

const locker = async ({ superadmin }: World): Promise<string> =>
  (await superadmin.post('/user/lockers', { first: 12, count: 1, fee: 100 })).body.items[0]._id

const turnOnPush = ({ app, student }: World) => {
  Object.assign(app.config, { publicUrl: 'https://hall.example.org' })
  return student.put('/push/subscription', { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: browserKeys })
}

const comeIn = ({ admin, student }: World) => admin.post(`/user/visits/${student._id}`, { kind: 'in' })

const effects: Record<string, (world: World) => Promise<unknown>> = {
  'accounts.login': async ({ app }) => {
    const { email } = await givenAccount(app)
    return app.anyone().post('/auth/login', { email, password: rightPassword })
  },
  'accounts.logout': ({ student }) => student.post('/auth/logout'),
  'accounts.changePassword': async ({ app }) => {
    const { email } = await givenAccount(app)
    const signIn = async () => (await app.anyone().post('/auth/login', { email, password: rightPassword })).body.token
    const [token] = [await signIn(), await signIn()]
    return app.withToken(token).post('/auth/password', { current: rightPassword, next: newPassword })
  },
  'accounts.endSession': ({ student }) => student.del(`/auth/sessions/${student.sessionId}`),
  'accounts.resetPassword': async ({ app }) => {
    const { email } = await givenAccount(app)
    await app.anyone().post('/auth/login', { email, password: rightPassword })
    const key = keyOf(await resetLink(app.platform, email))
    return app.anyone().post('/auth/reset', { key, password: newPassword })
  },
  'documents.create': async (world) =>
    world.admin.post('/document', uploadForm({ title: 'Heat', category: await category(world), file: pdf() })),
  'documents.moveMany': async (world) => world.admin.post('/document/move', { ids: [await document(world)], category: null }),
  'documents.removeMany': async (world) => world.admin.post('/document/remove', { ids: [await lovedDocument(world)] }),
  'documents.update': async (world) => world.admin.put(`/document/${await document(world)}`, { title: 'Light' }),
  'documents.remove': async (world) => world.admin.del(`/document/${await lovedDocument(world)}`),
  'reading.saveProgress': async (world) => world.student.put(`/document/${await document(world)}/progress`, { page: 3 }),
  'categories.create': ({ admin }) => admin.post('/category', { name: unique('Optics') }),
  'categories.update': async (world) => world.admin.put(`/category/${await category(world)}`, { name: 'Optics' }),
  'categories.remove': async (world) => {
    const id = await category(world)
    await givenDocument(world.admin, 'Waves', id)
    return world.admin.del(`/category/${id}`)
  },
  'customization.uploadLogo': async (world) => hall(world, 'post', '/logo', await logo()),
  'customization.removeLogo': async (world) => {
    await hall(world, 'post', '/logo', await logo())
    return world.admin.del('/customization/logo')
  },
  'customization.updateLogoSize': (world) => hall(world, 'put', '/logo/size', { logoSize: 60 }),
  'customization.toggleLogo': async (world) => {
    await hall(world, 'post', '/logo', await logo())
    return hall(world, 'put', '/logo/toggle', { showLogo: false })
  },
  'customization.updateSystemName': (world) => hall(world, 'put', '/system-name', { systemName: 'Saraswati Hall' }),
  'customization.applyTheme': (world) => hall(world, 'put', '/theme', { themeId: 'forest' }),
  'customization.createTheme': (world) => hall(world, 'post', '/themes/custom', { name: 'Dusk', colors: defaultPalette }),
  'customization.updateTheme': async (world) => hall(world, 'put', await themeInUse(world), { name: 'Dawn' }),
  'customization.removeTheme': async (world) => world.admin.del(`/customization${await themeInUse(world)}`),
  'customization.updateLanding': (world) => hall(world, 'put', '/landing', { phone: '98765 43210' }),
  'customization.updateDocuments': (world) => hall(world, 'put', '/documents', { officeViewer: 'google' }),
  'customization.updateRules': ({ superadmin }) => superadmin.put('/customization/rules', { preset: 'strict' }),
  'customization.updateChat': (world) => hall(world, 'put', '/chat', { showPresence: false }),
  'chat.openPrivate': ({ admin, student }) => admin.post('/chat/conversations/private', { userId: student._id }),
  'chat.joinGeneral': ({ student }) => student.post('/chat/conversations/group/join'),
  'chat.markRead': ({ student }) => student.put('/chat/conversations/general/read'),
  'chat.markUnread': ({ student }) => student.put('/chat/conversations/general/unread'),
  'chat.updateSettings': ({ student }) => student.put('/chat/conversations/general/settings', { notify: 'none' }),
  'chat.block': ({ admin, student }) => student.put(`/chat/blocks/${admin._id}`),
  'chat.unblock': async ({ admin, student }) => {
    await student.put(`/chat/blocks/${admin._id}`)
    return student.del(`/chat/blocks/${admin._id}`)
  },
  'chat.post': ({ student }) => student.post('/chat/conversations/general/messages', { content: 'Hello' }),
  'chat.edit': async (world) => world.student.put(`/chat/messages/${await chatMessage(world)}`, { content: 'Bye' }),
  'chat.remove': async (world) => world.admin.del(`/chat/messages/${await chatMessage(world)}`),
  'chat.react': async (world) => world.student.post(`/chat/messages/${await chatMessage(world)}/reactions`, { emoji: '👍' }),
  'groups.create': ({ admin, student }) => admin.post('/chat/admin/groups', { name: 'Physics', participants: [student._id] }),
  'groups.remove': async (world) => world.admin.del(`/chat/admin/groups/${await quietGroup(world)}`),
  'groups.addMembers': async ({ app, admin, student }) =>
    admin.post(`/chat/admin/groups/${await groupOf(app, [admin])}/members`, { userIds: [student._id] }),
  'groups.removeMember': async (world) => world.admin.del(`/chat/admin/groups/${await quietGroup(world)}/members/${world.student._id}`),
  'encryption.registerDevice': ({ student }) =>
    student.put('/user/encryption/public-key', { publicKeyPem: rsaPem(), signingKeyPem: signingPem }),
  'encryption.removeDevice': async ({ student }) => student.del(`/user/encryption/devices/${await givenDevice(student)}`),
  'encryption.saveRecovery': ({ student }) =>
    student.put('/user/encryption/recovery', {
      publicKeyPem: rsaPem(),
      signingKeyPem: signingPem,
      sealedKeys: Buffer.alloc(40).toString('base64'),
    }),
  'encryption.saveLists': async ({ student }) => {
    const [device, recovery] = [await newDevice(), await newDevice()]
    const first = await makeFirstList({ userId: student._id, generation: 0, device, recovery })
    return saveLists(student, [first], { recovery: { deviceId: recovery.deviceId, sealedKeys: sealedKeys() } })
  },
  'encryption.saveTrustBook': async ({ student }) => {
    const { device } = await givenListed(student)
    return student.put('/user/encryption/trust-book', { ...bookShape, byDevice: device.deviceId })
  },
  'encryption.saveKey': async (world) => (await encrypted(world)).saved,
  'encryption.shareKeys': async (world) => {
    const { conversation, phone } = await encrypted(world)
    const laptop = await givenDevice(world.student)
    const keys = [{ conversation, keyVersion: 1, ...wrapFor(laptop) }]
    return world.student.put(`/user/encryption/devices/${laptop}/keys`, { byDevice: phone, keys })
  },
  'presence.updatePresence': ({ student }) => student.put('/chat/presence', { isHidden: true }),
  'attachments.upload': ({ student }) => {
    const form = new FormData()
    form.append('file', new Blob(['Hello']), 'hello.txt')
    return student.post('/chat/conversations/general/attachments', form)
  },
  'moderation.flag': async (world) => world.admin.put(`/chat/messages/${await chatMessage(world)}/flag`, { flag: true }),
  'moderation.report': async (world) => world.admin.post(`/chat/messages/${await chatMessage(world)}/report`),
  'moderation.decide': async (world) => world.admin.put(`/chat/admin/reports/${await report(world)}`, { outcome: 'upheld' }),
  'moderation.markReportsSeen': async (world) => {
    await world.admin.put(`/chat/admin/reports/${await report(world)}`, { outcome: 'upheld' })
    return world.superadmin.put('/chat/reports/seen')
  },
  'moderation.stop': stopped,
  'moderation.endStop': async (world) => {
    await stopped(world)
    return world.admin.del(`/chat/admin/people/${world.student._id}/stop`)
  },
  'favorites.add': async (world) => world.student.post(`/document/${await document(world)}/favorite`),
  'marks.remove': async (world) => world.student.del(`/document/${await lovedDocument(world)}/marks/known`),
  'favorites.remove': async (world) => world.student.del(`/document/${await lovedDocument(world)}/favorite`),
  'announcements.create': announcement,
  'announcements.update': async (world) => world.admin.put(`/announcement/${await announcement(world)}`, { title: 'Closed' }),
  'announcements.toggle': async (world) => world.admin.patch(`/announcement/${await announcement(world)}/toggle`),
  'announcements.remove': async (world) => world.admin.del(`/announcement/${await announcement(world)}`),
  'notices.create': ({ admin, student }) =>
    admin.post('/notice', { title: 'Holiday', content: 'Closed', type: 'tab', targetUsers: [student._id] }),
  'notices.update': async (world) => world.admin.put(`/notice/${await readNotice(world)}`, { title: 'Open', showAgain: true }),
  'notices.remove': async (world) => world.admin.del(`/notice/${await readNotice(world)}`),
  'notices.markRead': async ({ admin, student }) => {
    const { _id } = (await admin.post('/notice', { title: 'Holiday', content: 'Closed', type: 'tab' })).body
    return student.post(`/notice/${_id}/read`)
  },
  'gallery.create': async ({ admin }) => admin.post('/gallery', imageForm({ title: 'Hall' }, await picture())),
  'gallery.update': async ({ admin }) => admin.put(`/gallery/${(await givenImage(admin, 'Hall'))._id}`, { isActive: false }),
  'gallery.remove': async ({ admin }) => admin.del(`/gallery/${(await givenImage(admin, 'Hall'))._id}`),
  'gallery.reorder': async ({ admin }) =>
    admin.put('/gallery/reorder/bulk', { images: [{ id: (await givenImage(admin, 'Hall'))._id, order: 4 }] }),
  'users.create': ({ superadmin }) =>
    superadmin.post('/user', { ...account, role: 'student', slot: 'morning', seatNumber: 7, oldDues: 500 }),
  'accounts.makeResetLink': ({ superadmin, student }) => superadmin.post(`/user/${student._id}/reset-link`),
  'rooms.reorder': async ({ superadmin }) => {
    const { body } = await superadmin.post('/user/seats/rooms', { name: 'Ground' })
    const [first] = body.rooms
    const { rooms } = (await superadmin.post('/user/seats/rooms', { name: 'Upper' })).body
    return superadmin.put('/user/seats/rooms/order', { ids: [rooms[1]._id, first._id] })
  },
  'rooms.savePlan': async ({ superadmin }) => {
    const [{ _id: roomId }] = (await superadmin.post('/user/seats/rooms', { name: 'Ground' })).body.rooms
    await superadmin.put('/user/seats/details', { from: 1, to: 1, roomId })
    return superadmin.put(`/user/seats/rooms/${roomId}/plan`, { seats: [{ seatNumber: 1, x: 0, y: 0 }] })
  },
  'lockers.setFees': async (world) => {
    await locker(world)
    return world.superadmin.put('/user/lockers/fees', { fee: 200 })
  },
  'lockers.assign': async (world) => world.admin.post(`/user/lockers/${await locker(world)}/assign`, { studentId: world.student._id }),
  'seats.exchange': async ({ superadmin, student, app }) => {
    const other = await app.as('student')
    await superadmin.put(`/user/${student._id}`, { seatNumber: 1, slot: 'morning' })
    await superadmin.put(`/user/${other._id}`, { seatNumber: 2, slot: 'morning' })
    return superadmin.post('/user/seats/exchange', { first: student._id, second: other._id })
  },
  'users.update': ({ superadmin, student }) =>
    superadmin.put(`/user/${student._id}`, { monthlyFee: 500, reason: 'Sibling', password: 'another horse battery' }),
  'users.updateTermination': async ({ superadmin, student }) => {
    await superadmin.put(`/user/${student._id}/termination`, { terminationDate: '2020-01-31' })
    return superadmin.put(`/user/${student._id}/termination`, { terminationDate: null })
  },
  'users.remove': async (world) => {
    await lovedDocument(world)
    await readNotice(world)
    await groupOf(world.app, [world.student])
    await world.student.put('/chat/conversations/general/settings', { notify: 'none' })
    await givenDevice(world.student)
    await fee(world)
    await comeIn(world)
    return world.superadmin.del(`/user/${world.student._id}`)
  },
  'visits.record': comeIn,
  'push.subscribe': turnOnPush,
  'push.replace': async (world) => {
    await turnOnPush(world)
    const [earlier, keys] = ['https://fcm.googleapis.com/fcm/send/x', browserKeys]
    const next = { endpoint: 'https://fcm.googleapis.com/fcm/send/y', keys }
    return world.student.post('/push/replacement', { earlier: { endpoint: earlier, auth: keys.auth }, next })
  },
  'push.unsubscribe': async (world) => {
    await turnOnPush(world)
    return world.student.del('/push/subscription')
  },
  'fees.create': fee,
  'fees.update': async (world) => world.admin.put(`/user/fees/${await fee(world)}`, { amount: 1200, paid: true }),
  'fees.generate': async ({ admin, student, superadmin }) => {
    await superadmin.put(`/user/${student._id}`, { dateJoinedLibrary: '2026-01-05' })
    return admin.post(`/user/fees/generate/${student._id}`, { feeAmount: 1000 })
  },
  'fees.generateAll': async ({ admin, student, superadmin }) => {
    await superadmin.put(`/user/${student._id}`, { dateJoinedLibrary: '2026-01-05' })
    return admin.post('/user/fees/generate')
  },
  'fees.payFee': async (world) => world.admin.post(`/user/fees/${await fee(world)}/payments`, { amount: 1000, method: 'cash' }),
  'fees.applyCredit': async (world) => {
    const id = await fee(world)
    const first = await paidAhead(world)
    await paidAhead(world)
    await world.admin.post(`/user/fees/payments/${first}/void`, { reason: 'Wrong student' })
    return world.admin.post(`/user/fees/${id}/credit`)
  },
  'fees.pay': paidAhead,
  'fees.voidPayment': async (world) => world.admin.post(`/user/fees/payments/${await paidAhead(world)}/void`, { reason: 'Wrong student' }),
  'fees.refund': async (world) => {
    await paidAhead(world)
    return world.admin.post('/user/fees/refunds', refundOf(world))
  },
  'fees.voidRefund': async (world) => {
    await paidAhead(world)
    const { body } = await world.admin.post('/user/fees/refunds', refundOf(world))
    return world.admin.post(`/user/fees/refunds/${body._id}/void`, { reason: 'Not collected' })
  },
  'fees.correctPayment': async (world) =>
    world.admin.post(`/user/fees/payments/${await paidAhead(world)}/correct`, { method: 'cash', amount: 1400 }),
  'charging.setOn': ({ admin }) => admin.put('/user/fees/charging', { isOn: false }),
  'charging.undo': async (world) => world.admin.post(`/user/fees/charging/${await chargedRun(world)}/undo`),
  'renewing.renew': async (world) => {
    const { admin, superadmin, student } = world
    await superadmin.put(`/user/${student._id}`, { dateJoinedLibrary: '2026-01-05', terminationDate: '2026-01-31' })
    return admin.post(`/user/${student._id}/renewal`, { terminationDate: '2099-01-31', payment: payment() })
  },
  'shift-change.change': async ({ app, superadmin }) => {
    const from = app.today()
    const { _id: studentId } = await app.as('student', { slot: 'morning', dateJoined: '2020-01-05', seatNumber: 31 })
    await superadmin.put('/customization/hall', { slotFees: { morning: 600, 'full-day': 900 } })
    const later = { month: 12, year: Number(from.slice(0, 4)) + 1 }
    await superadmin.post('/user/fees', { studentId, kind: 'monthly', amount: 600, ...later })
    const body = { studentId, slot: 'full-day', from, expected: 300, clientId: crypto.randomUUID() }
    return superadmin.post('/user/fees/shift-change', body)
  },
  'leaving.leave': async (world) => {
    const { app, admin } = world
    const { _id } = await app.as('student', { dateJoined: '2020-01-05' })
    const { clientId } = payment()
    await admin.post('/user/fees', { studentId: _id, kind: 'monthly', month: 3, year: 2020, amount: 1000 })
    return admin.post(`/user/${_id}/leave`, { lastDay: '2020-01-31', share: 'none', net: 0, settle: true, method: 'cash', clientId })
  },
  'roster.importStudents': ({ admin }) => {
    const form = new FormData()
    form.append('dryRun', 'false')
    form.append('file', new File(['Name,Email,Joined,Old dues\nRavi,ravi@example.org,2026-01-05,300'], 'register.csv'))
    return admin.post('/user/import', form)
  },
  'roster.leftOut': ({ admin }) => {
    const form = new FormData()
    form.append('file', new File(['Name\nRavi'], 'register.csv'))
    return admin.post('/user/import/left-out?format=csv', form)
  },
  'fees.confirmReceiptBook': ({ superadmin }) => superadmin.put('/user/fees/receipt-book', { last: '2026-27/000041' }),
  'backup.backUp': ({ superadmin }) => superadmin.post('/system/backup'),
  'backup.examine': ({ superadmin }) => superadmin.post('/system/doctor'),
  'locks.lockMonth': ({ admin }) => admin.post('/user/fees/locks', { month: 1, year: 2026 }),
  'cashbox.closeBox': ({ admin }) => admin.post('/user/fees/closings', { counted: 500 }),
  'cashbox.enterBox': ({ admin }) => admin.post('/user/fees/box', { kind: 'out', amount: 60, purpose: 'Water' }),
  'cashbox.voidBox': async ({ admin }) => {
    const { _id } = (await admin.post('/user/fees/box', { kind: 'in', amount: 60, purpose: 'Old books sold' })).body
    return admin.post(`/user/fees/box/${_id}/void`, { reason: 'Entered twice' })
  },
  'dues.remind': async (world) => {
    await fee(world)
    return world.admin.post(`/user/fees/dues/${world.student._id}/reminders`, { channel: 'other' })
  },
  'dues.takeBack': async (world) => {
    await fee(world)
    const { body } = await world.admin.post(`/user/fees/dues/${world.student._id}/reminders`, { channel: 'other' })
    return world.admin.del(`/user/fees/reminders/${body._id}`)
  },
  'thoughts.reorder': async (world) => {
    await thought(world)
    return world.admin.put('/thought/reorder/bulk', { thoughts: [{ id: await thought(world), order: 1 }] })
  },
}

/** Effects that cannot be had in one call of one world, with the tests that cover them. */
const elsewhere: Record<string, string> = {
  'customization.updateHall': 'shows other days of other topics, but writes none; customization.day.test.ts has what it tells',
  'groups.update': 'writes a row that every message writes too, and which therefore has no topic; groups.test.ts has what it tells',
  'accounts.setup': 'needs an installation without anybody; accounts.keys.test.ts makes it',
  'accounts.demoSignIn': 'needs a demo; accounts.demo.test.ts signs in to one',
  'accounts.endOtherSessions': 'is the same statement as accounts.changePassword',
  'documents.restoreMany': 'as documents.restore',
  'documents.restore': 'takes a star away only from someone who pressed it in the moment of the deletion',
}

const changing = Object.entries(features).flatMap(([feature, { api }]) =>
  Object.entries(api).flatMap(([name, { changes }]) => (changes ? [{ call: `${feature}.${name}`, changes }] : [])),
)

/** For a call without a row above: its first situation in the access table that succeeds, as the first role for which it does. */
const firstSuccess = (call: string): ((world: World) => Promise<unknown>) | undefined => {
  for (const [prepare, statuses] of Object.values(table[call] ?? {})) {
    const caller = callers.find((_, at) => (statuses[at] ?? 0) < 300)
    const endpoint = endpoints.get(call)
    if (caller && endpoint) return async (world: World) => callAs(world, caller, endpoint, prepare)
  }
  return undefined
}

/** They would meet what other calls of the feature left, so each has an app of its own. */
const alone = [
  'rooms.reorder',
  'customization.removeLogo',
  'customization.toggleLogo',
  'customization.updateTheme',
  'customization.removeTheme',
  'charging.undo',
  'lockers.assign',
  'passes.removeVisitor',
  // Keys of browsers are made once and given to each test.
  'encryption.saveTrustBook',
]

/** Starting an app takes longer than most calls, so the calls of a feature share one, each with people of its own. */
const worlds = new Map<string, ReturnType<typeof givenWorld>>()
const worldFor = async (call: string): Promise<World> => {
  const [feature = ''] = call.split('.')
  const shared = (!alone.includes(call) && worlds.get(feature)) || givenWorld({}, { lasts: 'file' })
  if (!alone.includes(call)) worlds.set(feature, shared)
  const { app, category } = await shared
  return { app, category, admin: await app.as('admin'), superadmin: await app.as('superadmin'), student: await app.as('student') }
}

/** Returns the topics that a call writes, and what it and its preparation leave in the audit. */
const effectOf = async (call: string): Promise<{ topics: readonly Topic[]; actions: string[] }> => {
  const world = await worldFor(call)
  const { app } = world
  const entries = () => app.db.selectFrom('audit').select(['id', 'action']).execute()
  const before = new Set((await entries()).map(({ id }) => id))
  await (effects[call] ?? firstSuccess(call))?.(world)
  const actions = (await entries()).flatMap(({ id, action }) => (before.has(id) ? [] : action))
  return { topics: app.changedTopics(), actions: [...new Set(actions)].toSorted() }
}

test('tries every call that changes something, and no other', () => {
  const calls = changing.map(({ call }) => call)
  expect([...Object.keys(effects), ...Object.keys(elsewhere)].filter((call) => !calls.includes(call))).toEqual([])
  expect(calls.filter((call) => !effects[call] && !elsewhere[call] && !firstSuccess(call))).toEqual([])
})

const tried = changing.filter(({ call }) => !elsewhere[call])
/**
 * The actions in the audit after each call and what prepared it. Nothing is right for what people set for themselves, such as the
 * notifications of a conversation (`chat.updateSettings`), and for what staff see elsewhere: reports (`moderation.report`) are in Chat
 * Monitoring with their reporters, and the audit has what was decided about them.
 */
const audited = new Map<string, string>()

test.each(tried)('$call changes all that it declares', async ({ call, changes }) => {
  const { topics, actions } = await effectOf(call)
  expect(topics).toEqual([...changes].toSorted() satisfies Topic[])
  audited.set(call, actions.join(', ') || 'nothing')
})

test('audited.txt lists what each call leaves in the audit; `npx vitest run topics -u` writes it', async ({ skip }) => {
  if (audited.size < tried.length) skip('Some calls were not made.')
  const lines = [...audited].map(([call, actions]) => `${call}: ${actions}\n`).toSorted()
  await expect(lines.join('')).toMatchFileSnapshot('./audited.txt')
})
