import { describe, expect, test } from 'vitest'
import { resetLink } from './features.ts'
import { operatorAddress } from './publicAddress.ts'
import { given } from './testing/given.ts'

const forged = {
  host: 'evil.example.org',
  'x-forwarded-host': 'evil.example.org',
  'x-forwarded-proto': 'https',
  forwarded: 'host=evil.example.org',
}

describe.each([undefined, 'https://library.example.org', 'http://localhost:5000'])('with PUBLIC_URL %s', (publicUrl) => {
  test('a forged Host header is in no link, and in no reply that others get', async () => {
    const app = await given({ publicUrl, trustProxy: ['10.0.0.1'] })
    const boss = await app.as('superadmin')
    const { body } = await boss.post(`/user/${boss._id}/reset-link`, undefined, { headers: forged })
    const address = publicUrl === 'https://library.example.org' ? publicUrl : ''
    expect(body.link.split('#')[0]).toBe(`${address}/reset`)
    const first = await app.anyone().get('/customization', { headers: forged })
    const next = await app.anyone().get('/customization')
    expect(next.body).toMatchObject({ publicUrl: publicUrl ?? null })
    expect(next.text).toBe(first.text)
    expect(first.text + JSON.stringify(first.headers)).not.toContain('evil')
  })

  test('the operator gets a complete link in the terminal', async () => {
    const app = await given({ publicUrl, port: 5000 })
    await app.as('superadmin', { email: 'meera@example.org' })
    expect(await resetLink(app.platform, 'meera@example.org')).toMatch(`${publicUrl ?? 'http://localhost:5000'}/reset#key=`)
  })
})

test.each([
  ['0.0.0.0', 'http://localhost:5000'],
  ['::', 'http://localhost:5000'],
  ['127.0.0.1', 'http://localhost:5000'],
  ['192.168.1.20', 'http://192.168.1.20:5000'],
  ['fd00::7', 'http://[fd00::7]:5000'],
])('the address in the terminal of a server that listens on %s is %s', (host, address) => {
  expect(operatorAddress({ publicUrl: undefined, host, port: 5000 })).toBe(address)
})
