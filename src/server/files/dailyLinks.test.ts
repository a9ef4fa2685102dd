import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { dailyLink, dailyLinks, isValidDailyLink } from './dailyLinks.ts'

const target = { path: '/api/document/1/cover', sha256: 'ab'.repeat(32) }
const queryOf = (link: string) => Object.fromEntries(new URLSearchParams(link.split('?')[1]))

const givenDay = async () => {
  const app = await given()
  app.setNow('2026-11-21T12:00:00.000Z')
  const opens = (query: Record<string, string>, of = target) => isValidDailyLink(app.platform, of, query)
  return { app, opens, link: await dailyLink(app.platform, target) }
}

describe('the address of a picture', () => {
  test('opens all day and all the next, and no longer', async () => {
    const { app, link, opens } = await givenDay()
    for (const [now, open] of [
      ['2026-11-20T23:59:59.999Z', false],
      ['2026-11-21T00:00:00.000Z', true],
      ['2026-11-22T23:59:59.999Z', true],
      ['2026-11-23T00:00:00.000Z', false],
    ] as const) {
      app.setNow(now)
      expect([now, await opens(queryOf(link))]).toEqual([now, open])
    }
  })

  test('is the same all day, no matter who asks', async () => {
    const { app, link } = await givenDay()
    app.setNow('2026-11-21T23:59:59.999Z')
    expect([await dailyLink(app.platform, target), (await dailyLinks(app.platform))(target)]).toEqual([link, link])
  })

  test('opens nothing if one character differs', async () => {
    const { link, opens } = await givenDay()
    const { day = '', signature = '' } = queryOf(link)
    expect(signature).toMatch(/^[\w-]{43}$/)
    for (let at = 0; at < signature.length; at++) {
      for (const other of 'A_a0') {
        if (other === signature[at]) continue
        expect(await opens({ day, signature: signature.slice(0, at) + other + signature.slice(at + 1) })).toBe(false)
      }
    }
    for (const changed of [
      { day: '2026-11-20', signature },
      { day, signature: '' },
      { day: '', signature },
      { day, signature: `${signature}A` },
      {},
    ])
      expect(await opens(changed as Record<string, string>)).toBe(false)
  })

  test('opens no other picture, and no other content in its place', async () => {
    const { link, opens } = await givenDay()
    expect(await opens(queryOf(link), target)).toBe(true)
    expect(await opens(queryOf(link), { ...target, path: '/api/document/2/cover' })).toBe(false)
    expect(await opens(queryOf(link), { ...target, sha256: 'cd'.repeat(32) })).toBe(false)
  })

  test('is signed with a key that another installation does not have', async () => {
    const { link } = await givenDay()
    const { link: other } = await givenDay()
    expect(other).not.toBe(link)
  })
})
