import { expect, test } from 'vitest'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { given } from '#server/testing/given.ts'
import { withEncryption } from './testing/allowed.ts'
import { addBrowser, type Browser, openBrowser } from './testing/clients.ts'
import { givenVersion1, type Upgraded } from './testing/version1.ts'

/* What people who encrypted a chat before signed device lists see in their browsers of that time. */

const open = ({ person, storage }: Upgraded) => openBrowser(person, storage)
const upgraded = async () => {
  const chat = await givenVersion1(await withEncryption(await given()))
  return { ...chat, phone: await open(chat.asha), desk: await open(chat.binod) }
}
const setUpAgain = async ({ client }: Browser) => (await client.setUp()).save()

const old = ['Said in the open', 'Old secret', 'Old answer', 'Pay on the tenth']
const marksOf = (messages: readonly Message[]) => messages.map(({ marks = [] }) => marks)
const oldMarks = [['notEncrypted'], ['oldProtocol'], ['oldProtocol'], ['oldProtocol']]

test('old messages stay readable and are marked, and nothing is announced', async () => {
  const { id, phone, desk } = await upgraded()
  for (const browser of [phone, desk]) {
    expect(browser.client.device.get()).toBe('outdated')
    expect(await browser.shown(id)).toEqual(old)
    const messages = await browser.read(id)
    expect(marksOf(messages)).toEqual(oldMarks)
    expect(messages[2]?.replyTo?.content).toBe('Old secret')
    expect((await browser.stateOf(id)).news).toEqual([])
  }
})

test('sends nothing until encryption was set up again', async () => {
  const { id, phone } = await upgraded()
  await expect(phone.say(id, 'Too early')).rejects.toMatchObject({ reason: 'noDevice' })
  expect(await phone.stateOf(id)).toMatchObject({ cannotSend: 'noDevice' })
})

test('a verified chat asks once after a new setup, and both people continue', async () => {
  const { id, asha, binod, phone, desk } = await upgraded()
  for (const browser of [phone, desk]) await setUpAgain(browser)
  for (const { client } of [phone, desk]) client.invalidateKeys(id)
  const asked = await phone.stateOf(id)
  expect(asked).toMatchObject({ isVerified: false, wasVerified: true, cannotSend: 'devicesChanged' })
  await expect(phone.say(id, 'Too early')).rejects.toMatchObject({ reason: 'devicesChanged' })
  await phone.client.acceptNews(id, asked.news)
  await phone.say(id, 'New secret')
  desk.client.invalidateKeys(id)
  // Binod had not verified it.
  expect(await desk.stateOf(id)).toMatchObject({ wasVerified: false, cannotSend: null })
  await desk.say(id, 'New answer')
  for (const person of [asha, binod]) {
    const again = await open(person)
    expect(again.client.device.get()).toBe('ready')
    expect(await again.shown(id)).toEqual([...old, 'New secret', 'New answer'])
    expect(marksOf(await again.read(id))).toEqual([...oldMarks, [], []])
    expect(await again.stateOf(id)).toMatchObject({ wasVerified: false, cannotSend: null, news: [] })
  }
})

test('a verified chat shows no number to compare until both have set up again', async () => {
  const { id, phone, desk } = await upgraded()
  expect(await phone.client.safetyNumber(id)).toBe(null)
  await setUpAgain(phone)
  expect(await phone.client.safetyNumber(id)).toBe(null)
  await setUpAgain(desk)
  phone.client.invalidateKeys(id)
  const number = await phone.client.safetyNumber(id)
  expect(number).toMatch(/^\d{60}$/)
  expect(await desk.client.safetyNumber(id)).toBe(number)
})

test('a person who has set up again can write to another who has not', async () => {
  const { id, phone, desk } = await upgraded()
  await setUpAgain(desk)
  desk.client.invalidateKeys(id)
  await desk.say(id, 'Have you seen the update?')
  phone.client.invalidateKeys(id)
  expect(await phone.shown(id)).toEqual([...old, 'Have you seen the update?'])
})

test('an earlier recovery code sets up encryption again', async () => {
  const { id, code, phone } = await upgraded()
  await phone.client.recoverWithCode(code, true)
  expect(phone.client.device.get()).toBe('ready')
  expect(await phone.shown(id)).toEqual(old)
})

test('a second browser requires a new setup, which an earlier recovery code performs', async () => {
  const { id, code, asha, desk } = await upgraded()
  const laptop = await openBrowser(asha.person)
  expect(laptop.client.device.get()).toBe('none')
  await expect(laptop.client.requestAccess()).rejects.toThrow('Encryption must be set up again first')
  expect(laptop.client.device.get()).toBe('none')
  await laptop.client.recoverWithCode(code, true)
  expect(laptop.client.device.get()).toBe('ready')
  await setUpAgain(desk)
  laptop.client.invalidateKeys(id)
  await laptop.say(id, 'From the second browser')
})

test('an older browser left open does not start over if another one was set up with the recovery code', async () => {
  const { id, code, asha, phone, desk } = await upgraded()
  await setUpAgain(desk)
  const laptop = await openBrowser(asha.person)
  await laptop.client.recoverWithCode(code, true)
  await laptop.say(id, 'From the laptop')
  await desk.stateOf(id)
  await expect(phone.client.setUp()).rejects.toThrow('set up in another browser')
  expect(phone.client.device.get()).toBe('none')
  expect(await desk.stateOf(id)).toMatchObject({ news: [] })
  await addBrowser(laptop, phone)
  expect(await phone.shown(id)).toEqual([...old, 'From the laptop'])
  expect((await desk.stateOf(id)).news.map((one) => (one as { startedOver: boolean }).startedOver)).toEqual([false])
})

test('a second browser learns the authors of old messages from the first one', async () => {
  const { id, asha, phone } = await upgraded()
  await setUpAgain(phone)
  const laptop = await openBrowser(asha.person)
  await addBrowser(phone, laptop)
  expect(await laptop.shown(id)).toEqual(old)
  expect(marksOf(await laptop.read(id))).toEqual(oldMarks)
})

test('explains to a person who starts over why old messages are unreadable', async () => {
  const { id, asha, phone } = await upgraded()
  await setUpAgain(phone)
  const fresh = await openBrowser(asha.person)
  await (await fresh.client.setUp({ startsOver: true })).save()
  expect(await fresh.shown(id)).toEqual(['Said in the open', 'startedOver', 'startedOver', 'startedOver'])
})
