import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import { givenListed, newDevice, register } from './testing/chains.ts'
import { bookShape, givenDevice } from './testing/devices.ts'

const path = '/user/encryption/trust-book'

const givenOwner = async () => {
  const app = await given()
  const asha = await givenListed(await app.as('student'))
  const bookOf = (number: number, more: object = {}) => ({ ...bookShape, number, byDevice: asha.device.deviceId, ...more })
  return { app, asha, person: asha.person, bookOf }
}

describe('a trust book', () => {
  test('is returned as saved, and only to its person', async () => {
    const { app, person, bookOf } = await givenOwner()
    expect(await person.get(path)).toMatchObject({ status: 200, body: null })
    const book = bookOf(1)
    expect(await person.put(path, book)).toMatchObject({ status: 200, body: book })
    expect((await person.get(path)).body).toEqual(book)
    expect((await (await app.as('superadmin')).get(path)).body).toBe(null)
  })

  test('replaces only the version that its writer has read', async () => {
    const { person, bookOf } = await givenOwner()
    const statuses = async (...books: object[]) => {
      const answers = []
      for (const book of books) answers.push((await person.put(path, book)).status)
      return answers
    }
    expect(await statuses(bookOf(2), bookOf(1), bookOf(1), bookOf(3), bookOf(2))).toEqual([409, 200, 409, 409, 200])
    // After a restore, the server has an older book than the client.
    expect(await statuses(bookOf(9, { replaces: 1 }), bookOf(9, { replaces: 2 }), bookOf(9, { replaces: 9 }))).toEqual([409, 200, 409])
    expect((await person.get(path)).body).toEqual(bookOf(9))
  })

  test('is accepted once if two are saved at once', async () => {
    const { person, bookOf } = await givenOwner()
    const books = [1, 2, 3].map(() => bookOf(1, { iv: randomBytes(12).toString('base64') }))
    const answers = await Promise.all(books.map((book) => person.put(path, book)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const taken = books[answers.findIndex(({ status }) => status === 200)]
    expect((await person.get(path)).body).toEqual(taken)
  })

  test('is only accepted from a trusted device of its person', async () => {
    const { app, asha, person, bookOf } = await givenOwner()
    const laptop = await newDevice()
    await register(person, laptop)
    const others = await givenListed(await app.as('student'))
    const registered = await givenDevice(await app.as('student'))
    for (const byDevice of [laptop.deviceId, others.device.deviceId, registered]) {
      const { status, body } = await person.put(path, bookOf(1, { byDevice }))
      expect([status, body.code]).toEqual([422, 'encryption.device_unknown'])
    }
    await person.del(`/user/encryption/devices/${asha.device.deviceId}`)
    expect((await person.put(path, bookOf(1))).status).toBe(422)
    expect((await person.put(path, bookOf(1, { byDevice: asha.recovery.deviceId }))).status).toBe(200)
  })

  test('is limited in size', async () => {
    const { person, bookOf } = await givenOwner()
    const sized = async (number: number, size: number) =>
      (await person.put(path, bookOf(number, { ciphertext: Buffer.alloc(size).toString('base64') }))).status
    expect([await sized(1, encryptionLimits.trustBookBytes), await sized(2, encryptionLimits.trustBookBytes + 1)]).toEqual([200, 400])
  })
})
