import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { group, meena, ravi, withRavi } from '#chat/conversations/web/testing/samples.ts'
import { ChatNotice } from './ChatNotice.tsx'
import { ChangedMeanwhileError, type PersonNews } from './encryption.ts'
import { deviceId, encrypted, fakeEncryption, newDevice, newsOf } from './testing/fakeEncryption.ts'
import { expectAccessible, renderWith } from './testing/renderWith.tsx'
import { noteAnswered } from './usedHere.ts'

afterEach(() => localStorage.clear())

const inRavis = (fake: ReturnType<typeof fakeEncryption>) => renderWith(fake, <ChatNotice conversation={withRavi({ isEncrypted: true })} />)
const inGroup = (fake: ReturnType<typeof fakeEncryption>) => renderWith(fake, <ChatNotice conversation={group({ isEncrypted: true })} />)
const withNews = (...news: PersonNews[]) => fakeEncryption({ ...encrypted, news })

test.each([
  ['a new device', newDevice(ravi._id, 'r'), 'Ravi Kumar uses a new device. If you’re not sure about it, ask Ravi Kumar in person.'],
  [
    'two new devices',
    newsOf(ravi._id, { devices: ['r', 's'].map((name) => ({ deviceId: deviceId(name), kind: 'browser' as const })) }),
    'Ravi Kumar uses 2 new devices. If you’re not sure about them, ask Ravi Kumar in person.',
  ],
  [
    'a person who started over',
    newsOf(ravi._id, { startedOver: true, devices: [{ deviceId: deviceId('r'), kind: 'browser' }] }),
    'Ravi Kumar started over and can’t read earlier messages. Someone else may be using this name: ask Ravi Kumar in person.',
  ],
  [
    'two lists with one number',
    newsOf(ravi._id, { forked: true, startedOver: true }),
    'The server shows two different device lists of Ravi Kumar. Don’t send anything private; tell the person who runs this system.',
  ],
  [
    'a recovery code that was replaced without the old one',
    newsOf(ravi._id, { replacedCode: true, devices: [{ deviceId: deviceId('c'), kind: 'recovery' }] }),
    'Ravi Kumar replaced the recovery code without the old one. Someone else may be using this name: ask Ravi Kumar in person.',
  ],
  ['a new recovery code', newDevice(ravi._id, 'c', 'recovery'), 'Ravi Kumar made a new recovery code. You don’t have to do anything.'],
  [
    'a new member',
    newsOf(ravi._id, { isNewMember: true, devices: [{ deviceId: deviceId('r'), kind: 'browser' }] }),
    'Ravi Kumar joined and can read messages from now on. If you don’t want that, don’t send anything private here.',
  ],
  [
    'a member whose name is not known',
    newsOf('unknown', { startedOver: true }),
    'A member started over and can’t read earlier messages. Someone else may be using this name: ask that member in person.',
  ],
  ['a new device of one’s own', newDevice('student-1', 'mine'), /^You use a new device\. If it isn’t yours, remove it/],
])('%s is one sentence that says what to do', async (_, news, sentence) => {
  const page = inGroup(withNews(news))
  expect(page.getByText(sentence)).toBeTruthy()
  expect(page.container.querySelectorAll('[role=status] p, [role=alert] p')).toHaveLength(1)
  await expectAccessible()
})

test.each([
  ['a person who started over', newsOf(ravi._id, { startedOver: true }), 'alert'],
  ['two lists with one number', newsOf(ravi._id, { forked: true }), 'alert'],
  ['a new device', newDevice(ravi._id, 'r'), 'status'],
] as const)('%s has the weight of its notice', (_, news, role) => {
  expect(inGroup(withNews(news)).getByRole(role)).toBeTruthy()
})

const four = [newDevice(ravi._id, 'r'), newDevice(meena._id, 'm'), newDevice('third', 't'), newsOf('fourth', { startedOver: true })]

test('counts more than three people, and can show all of them', async () => {
  const page = inGroup(withNews(...four))
  expect(page.getByText('3 people use new devices. If you’re not sure about one, ask the person.')).toBeTruthy()
  expect(page.getByText(/^A member started over/)).toBeTruthy()
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'Show all' }))
  const dialog = within(await page.findByRole('dialog', { name: 'End-to-end encrypted' }))
  expect(dialog.getByText(/^Ravi Kumar uses a new device/)).toBeTruthy()
  expect(dialog.getByText(/^मीना शर्मा uses a new device/)).toBeTruthy()
})

test('OK accepts exactly the news that was on the screen', async () => {
  const fake = withNews(...four.slice(0, 2))
  const page = inGroup(fake)
  await page.user.click(page.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(page.queryByRole('status')).toBeNull())
  expect(fake.encryption.acceptNews).toHaveBeenCalledWith('c2', four.slice(0, 2))
})

test('announces own devices too, unless the person has confirmed them here', async () => {
  const mine = newDevice('student-1', 'mine')
  noteAnswered('student-1', deviceId('mine'))
  const fake = withNews(mine, newDevice(ravi._id, 'r'))
  const page = inRavis(fake)
  expect(page.queryByText(/^You use a new device/)).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'OK' }))
  expect(fake.encryption.acceptNews).toHaveBeenCalledWith('c1', [newDevice(ravi._id, 'r')])
})

const waiting = (...news: PersonNews[]) =>
  fakeEncryption({ ...encrypted, news, wasVerified: true, canSend: false, cannotSend: 'devicesChanged' })

test('sending in a verified chat waits for a decision about the news on screen', async () => {
  const news = newsOf(ravi._id, { startedOver: true })
  const fake = waiting(news)
  const page = inRavis(fake)
  expect(page.getByRole('alert').textContent).toMatch(/^Ravi Kumar started over.*What you write here won’t be sent until you decide\./)
  await expectAccessible()
  await page.user.click(page.getByRole('button', { name: 'Compare' }))
  await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  expect(fake.encryption.acceptNews).not.toHaveBeenCalled()
  await page.user.click(page.getByRole('button', { name: 'Send anyway' }))
  expect(fake.encryption.acceptNews).toHaveBeenCalledWith('c1', [news])
})

test('says that sending waits for an own device, even if the person has confirmed it here', () => {
  noteAnswered('student-1', deviceId('mine'))
  const page = inRavis(waiting(newDevice('student-1', 'mine')))
  expect(page.getByText(/^You use a new device/)).toBeTruthy()
})

test('does not accept changed news, and reloads it', async () => {
  const fake = withNews(newDevice(ravi._id, 'r'))
  fake.encryption.acceptNews.mockRejectedValueOnce(new ChangedMeanwhileError())
  const page = inRavis(fake)
  await page.user.click(page.getByRole('button', { name: 'OK' }))
  expect(await page.findByText('This has changed while you were looking. Check it again.')).toBeTruthy()
  expect(fake.encryption.invalidateKeys).toHaveBeenCalledWith('c1')
  expect(page.getByText(/^Ravi Kumar uses a new device/)).toBeTruthy()
})
