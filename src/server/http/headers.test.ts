import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

test('every reply forbids scripts of others, frames, guessing of types and keeping', async () => {
  const app = await given()
  for (const path of ['/user/profile', '/nothing-here']) {
    const { headers } = await app.anyone().get(path)
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'self';script-src 'self';style-src 'self';.*frame-ancestors 'none'$/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(headers['strict-transport-security']).toBe(undefined)
  }
})

test('behind TLS browsers are told to stay there', async () => {
  const app = await given({ publicUrl: 'https://library.example.org' })
  expect((await app.anyone().get('/user/profile')).headers['strict-transport-security']).toBe('max-age=31536000')
})
