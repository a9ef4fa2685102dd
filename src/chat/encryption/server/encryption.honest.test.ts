import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenPair } from '../../conversations/server/testing/chat.ts'
import { withEncryption } from './testing/allowed.ts'
import { addBrowser, type Browser, openBrowser } from './testing/clients.ts'

/* What happens among honest people and a server that loses data raises no alarm. */

/** Asha's phone and laptop, and Binod's desk, in an encrypted chat. */
const givenChat = async () => {
  const pair = await givenPair(await withEncryption(await given()))
  const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
  await phone.client.enable(pair.id)
  await phone.say(pair.id, 'Hello')
  const laptop = await openBrowser(pair.asha)
  await addBrowser(phone, laptop)
  await desk.stateOf(pair.id)
  return { ...pair, phone, desk, laptop }
}

/** What a browser shows, with everything that it warns of. */
const shownBy = async (browser: Browser, id: string): Promise<unknown[]> => {
  browser.client.changed(id)
  const shown = (await browser.read(id)).map(({ content, unreadable, marks }) => unreadable ?? (marks ? [content, marks] : content))
  return shown
}

/** What is no mere news of devices. */
const alarmsOf = async (browser: Browser, id: string): Promise<object[]> => {
  const { news, wasVerified, cannotSend } = await browser.stateOf(id)
  const grave = news.filter((one) => {
    const { startedOver, forked, replacedCode } = one as Record<string, boolean>
    return startedOver || forked || replacedCode
  })
  return [...grave, ...(wasVerified || cannotSend ? [{ wasVerified, cannotSend }] : [])]
}

const expectCalm = async (id: string, browsers: readonly Browser[], shown: readonly string[]): Promise<void> => {
  for (const browser of browsers) {
    expect(await shownBy(browser, id)).toEqual(shown)
    expect(await alarmsOf(browser, id)).toEqual([])
  }
}

describe('nothing is warned of where', () => {
  test('two devices of one person add devices at once', async () => {
    const { id, asha, phone, laptop, desk } = await givenChat()
    const [tablet, office] = [await openBrowser(asha), await openBrowser(asha)]
    const results = await Promise.allSettled([addBrowser(phone, tablet), addBrowser(laptop, office)])
    // The browser that came second consented to come after another list; it is compared and added once more.
    const late = results.map(({ status }, at) => ({ status, added: [tablet, office][at] })).filter(({ status }) => status === 'rejected')
    for (const { added } of late) if (added) await addBrowser(phone, added)
    desk.client.changed(id)
    await desk.say(id, 'For all four')
    await expectCalm(id, [phone, laptop, tablet, office, desk], ['Hello', 'For all four'])
  })

  test('a device that has not heard of a newer list of its person shows the code after that list', async () => {
    const { asha, phone, laptop } = await givenChat()
    const [tablet, office] = [await openBrowser(asha), await openBrowser(asha)]
    await addBrowser(phone, tablet)
    await addBrowser(laptop, office)
    expect(office.client.device.get()).toBe('ready')
  })

  test('two devices of one person remove and add at once', async () => {
    const { id, asha, phone, laptop, desk } = await givenChat()
    const tablet = await openBrowser(asha)
    await addBrowser(phone, tablet)
    const office = await openBrowser(asha)
    await Promise.allSettled([laptop.client.removeDevice(tablet.client.deviceId.get() ?? ''), addBrowser(phone, office)])
    if (office.client.device.get() !== 'ready') await addBrowser(phone, office)
    desk.client.changed(id)
    await desk.say(id, 'For three')
    await expectCalm(id, [phone, laptop, office, desk], ['Hello', 'For three'])
  })

  test('two devices of one person edit a message at once', async () => {
    const { id, phone, laptop, desk } = await givenChat()
    const [message] = await phone.read(id)
    const [same] = await laptop.read(id)
    if (!message || !same) throw new Error('Asha has written nothing')
    await Promise.all([phone.edit(message, 'Good morning'), laptop.edit(same, 'Good evening')])
    const [text] = (await desk.read(id)).map(({ content }) => content)
    expect(['Good morning', 'Good evening']).toContain(text)
    await expectCalm(id, [phone, laptop, desk], [text ?? ''])
  })

  test('a message is sent again after a refusal', async () => {
    const { id, app, phone, desk, laptop } = await givenChat()
    const clientId = crypto.randomUUID()
    const refused = await phone.client.seal({
      conversation: id,
      clientId,
      revision: 1,
      type: 'text',
      text: 'Once more',
      replyTo: null,
      file: null,
    })
    const requiredKeyVersion = refused.keyVersion + 1
    await app.db.updateTable('conversations').set({ requiredKeyVersion }).where('id', '=', id).execute()
    await expect(phone.say(id, 'Once more', { clientId })).rejects.toMatchObject({ status: 409 })
    phone.client.changed(id)
    const { encryption } = await phone.say(id, 'Once more', { clientId })
    expect(encryption).toMatchObject({ keyVersion: requiredKeyVersion, commitment: refused.commitment })
    await expectCalm(id, [phone, laptop, desk], ['Hello', 'Once more'])
  })

  test('the server has lost the lists of a person: one of their browsers gives them back', async () => {
    const { id, app, asha, phone, desk } = await givenChat()
    const listed = async () => (await asha.get(`/user/encryption/people/${asha._id}/lists`)).body.items
    const before = await listed()
    await app.db.deleteFrom('deviceLists').where('userId', '=', asha._id).execute()
    expect(await listed()).toEqual([])
    await openBrowser(asha, phone.storage)
    expect(await listed()).toEqual(before)
    desk.client.changed(id)
    await desk.say(id, 'Still here')
    await expectCalm(id, [phone, desk], ['Hello', 'Still here'])
  })

  test('a member was away while devices came and went', async () => {
    const { id, asha, binod, phone, laptop, desk } = await givenChat()
    const tablet = await openBrowser(asha)
    await addBrowser(laptop, tablet)
    tablet.client.changed(id)
    await tablet.say(id, 'From the tablet')
    await phone.client.removeDevice(laptop.client.deviceId.get() ?? '')
    await tablet.client.wipe()
    phone.client.changed(id)
    await phone.say(id, 'Only the phone')
    const back = await openBrowser(binod, desk.storage)
    await expectCalm(id, [back], ['Hello', 'From the tablet', 'Only the phone'])
    await back.say(id, 'Back again')
    await expectCalm(id, [phone, back], ['Hello', 'From the tablet', 'Only the phone', 'Back again'])
  })
})
